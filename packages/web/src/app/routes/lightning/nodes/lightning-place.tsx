// Pages `/lightning/nodes/country/:country` and `/lightning/nodes/isp/:isp`: the nodes of a country or a provider.
import type { CountryNodes, GeoNode, IspNodes } from '@glassblock/contract';
import { useMemo } from 'react';
import { Link, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageCount, pageNumber } from '../../../../data/page/page-number.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import graphsStyles from '../../../../features/graphs/graphs.module.css';
import { CapacityAnswer } from '../../../../features/lightning/CapacityAnswer.tsx';
import lightningStyles from '../../../../features/lightning/lightning.module.css';
import { CsvLink } from '../../../../features/lightning/lightning-figures.tsx';
import { lightningApi, lightningPage } from '../../../../features/lightning/lightning-url.ts';
import { askPending, PendingContext } from '../../../../features/lightning/lookups.ts';
import { MissingPage } from '../../../../features/lightning/MissingPage.tsx';
import { ChannelsPending } from '../../../../features/lightning/network/ChannelsPending.tsx';
import { MapCard } from '../../../../features/lightning-map/MapCard.tsx';
import { placeSource } from '../../../../features/lightning-map/map-data.ts';
import { GeoNodeTable, type GeoRow } from '../../../../features/lightning-places/GeoNodeTable.tsx';
import { placeName } from '../../../../features/lightning-places/places.ts';
import { count } from '../../../../format/amount.ts';
import { flagOf } from '../../../../format/flag.ts';
import { useText } from '../../../../messages/use-text.ts';
import answersStyles from '../../../../ui/answers.module.css';
import { Card } from '../../../../ui/Card.tsx';
import type { PageProblem } from '../../../../ui/failures/MessagePage.tsx';
import { Pager } from '../../../../ui/Pager.tsx';
import pageStyles from '../../../../ui/page.module.css';

/** A provider or a country with most nodes. */
interface Top {
  name: string;
  to: string;
}

interface Data {
  kind: 'country' | 'isp';
  /** Of the path. */
  code: string;
  name: string | undefined;
  nodes: number;
  sats: number;
  channels: number;
  /** The largest provider of the country, or the largest country of the provider. */
  top: Top | undefined;
  /** Number of providers of the country. */
  ispCount: number;
  rows: GeoRow[];
  pageNumber: number;
  isPending: boolean;
  problem: PageProblem | undefined;
}

const pageRows = 15;

/** Returns the value that most nodes have, and the number of different values. */
function maxOccurring<T>(
  values: readonly T[],
  keyOf: (value: T) => string | null,
): { top: T | undefined; count: number } {
  const counts = new Map<string, { value: T; count: number }>();
  for (const value of values) {
    const key = keyOf(value);
    if (key === null) continue;
    const known = counts.get(key) ?? { value, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return { top: [...counts.values()].sort((a, b) => b.count - a.count)[0]?.value, count: counts.size };
}

function topOf(kind: Data['kind'], nodes: readonly GeoNode[], prefix: string): { top: Top | undefined; count: number } {
  if (kind === 'isp') {
    const { top, count: countries } = maxOccurring(nodes, ({ iso_code }) => iso_code);
    const code = top?.iso_code ?? '';
    return {
      top: top && {
        name: `${flagOf(code)} ${placeName(top.country)}`,
        to: lightningPage.country(prefix, code.toLowerCase()),
      },
      count: countries,
    };
  }
  const { top, count: providers } = maxOccurring(nodes, ({ isp }) => isp ?? null);
  const asNumber = top?.as_number ?? undefined;
  return {
    top: asNumber === undefined ? undefined : { name: top?.isp ?? '', to: lightningPage.isp(prefix, String(asNumber)) },
    count: providers,
  };
}

/** Loads the nodes of a country or a provider; `?page=` selects a part of the list. */
async function load({ api: ask, prefix, params, query }: LoadKit): Promise<Loaded<Data>> {
  const kind = params['country'] === undefined ? 'isp' : 'country';
  const code = params['country'] ?? params['isp'] ?? '';
  const number = pageNumber(query.get('page'));
  const none = { nodes: 0, sats: 0, channels: 0, top: undefined, ispCount: 0, rows: [] };
  const base = { kind, code, pageNumber: number, isPending: false, problem: undefined } as const;
  const [answer, isPending] = await Promise.all([
    ask.get<CountryNodes | IspNodes>(lightningApi[kind](prefix, code), 'once'),
    askPending(ask, prefix),
  ]);
  if (!answer.ok) {
    const problem = answer.status === 404 ? undefined : answer;
    return { page: { ...base, ...none, name: undefined, problem }, status: answer.status || 503 };
  }
  const { body } = answer;
  const last = pageCount(body.nodes.length, pageRows);
  if (number > last) throw redirect(lightningPage[kind](prefix, code, last));
  const { top, count: ispCount } = topOf(kind, body.nodes, prefix);
  const name = 'isp' in body ? body.isp : `${placeName(body.country)} ${flagOf(code.toUpperCase())}`;
  const sum = (of: (node: GeoNode) => number) => body.nodes.reduce((total, node) => total + of(node), 0);
  const rows = body.nodes.slice(pageRows * (number - 1), pageRows * number).map(
    ({ public_key, alias, capacity, channels, first_seen, updated_at, city, country }): GeoRow => ({
      public_key,
      alias,
      capacity,
      channels,
      first_seen,
      updated_at,
      city,
      country,
    }),
  );
  return {
    page: {
      ...base,
      isPending,
      name,
      top,
      ispCount,
      rows,
      nodes: body.nodes.length,
      sats: sum(({ capacity }) => capacity),
      channels: sum(({ channels }) => channels),
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ loaderData, matches }: MetaArgs) => {
  const name = (loaderData as Data | undefined)?.name;
  return [{ title: pageTitle(name === undefined ? 'Lightning nodes' : `Lightning nodes: ${name}`, matches) }];
};

export default function LightningPlaceRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const data = useLoaderData<typeof loader>();
  const { kind, code, name, rows, nodes, pageNumber, isPending, problem } = data;
  const source = useMemo(() => placeSource(lightningApi[kind](prefix, code)), [kind, prefix, code]);
  if (name === undefined) {
    return <MissingPage problem={problem} object={kind} values={{ code }} />;
  }
  const isCountry = kind === 'country';
  const to = (target: number) => lightningPage[kind](prefix, code, target);
  return (
    <PendingContext value={isPending}>
      <main className={`${pageStyles.page} ${graphsStyles.graphs}`} data-part="graphs page" id="main">
        <div className={`title-block ${pageStyles.titleBlock}`}>
          <h1>
            {isCountry ? text('lightning.country.title', { country: name }) : text('lightning.isp.title', { name })}
          </h1>
          <Link to={isCountry ? lightningPage.countries(prefix) : lightningPage.isps(prefix)} className="more">
            {text(isCountry ? 'lightning.tab.nodes-per-country' : 'lightning.tab.nodes-per-isp')}
          </Link>
        </div>
        <ChannelsPending />
        <Figures data={data} />
        <MapCard
          key={source.key}
          id="place-map"
          title={text('lightning.map.ofPlace')}
          source={source}
          isFitted
          empty={text('lightning.map.noPlace')}
        />
        <Card
          title={text('lightning.nodes')}
          id="place-nodes"
          aside={<CsvLink source={lightningApi[kind](prefix, code)} />}
        >
          <GeoNodeTable nodes={rows} />
          <Pager current={pageNumber} last={Math.ceil(nodes / pageRows)} to={to} />
        </Card>
      </main>
    </PendingContext>
  );
}

function Figures({ data: { kind, code, nodes, sats, channels, top, ispCount } }: { data: Data }) {
  const text = useText();
  const figure = (label: string, value: React.ReactNode) => (
    <p className={answersStyles.answer}>
      <span className="quiet">{label}</span>
      <strong className="figure">{value}</strong>
    </p>
  );
  return (
    <div className={`${answersStyles.answers} ${lightningStyles.topLine}`} data-part="answers">
      {figure(text('lightning.nodes'), count(nodes))}
      <CapacityAnswer label={text('lightning.liquidity')} sats={sats} digits={[2, 2]} />
      {figure(text('lightning.channels'), count(channels))}
      {kind === 'country' && figure(text('lightning.isp.count'), count(ispCount))}
      {kind === 'isp' && figure(text('lightning.asn'), code.replaceAll(',', ', '))}
      {top &&
        figure(
          text(kind === 'country' ? 'lightning.isp.top' : 'lightning.country.top'),
          <Link to={top.to} className={lightningStyles.topName}>
            <bdi>{top.name}</bdi>
          </Link>,
        )}
    </div>
  );
}
