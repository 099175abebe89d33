// Page `/lightning/group/:slug`: a group of nodes that the operator has defined.
import type { GeoNode, LightningNode, NodeGroups } from '@glassblock/contract';
import { useMemo } from 'react';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import graphsStyles from '../../../../features/graphs/graphs.module.css';
import { CapacityAnswer } from '../../../../features/lightning/CapacityAnswer.tsx';
import styles from '../../../../features/lightning/lightning.module.css';
import { CsvLink } from '../../../../features/lightning/lightning-figures.tsx';
import { lightningApi } from '../../../../features/lightning/lightning-url.ts';
import { askPending, PendingContext } from '../../../../features/lightning/lookups.ts';
import { MissingPage } from '../../../../features/lightning/MissingPage.tsx';
import { ChannelsPending } from '../../../../features/lightning/network/ChannelsPending.tsx';
import { AddressKinds, type GroupRow, GroupTable } from '../../../../features/lightning/node/GroupTable.tsx';
import { offeredTypes, type SocketType, socketsOf } from '../../../../features/lightning/node/sockets.ts';
import { MapCard } from '../../../../features/lightning-map/MapCard.tsx';
import type { MapSource } from '../../../../features/lightning-map/map-data.ts';
import { placeWords } from '../../../../features/lightning-places/places.ts';
import { count } from '../../../../format/amount.ts';
import { useText } from '../../../../messages/use-text.ts';
import answersStyles from '../../../../ui/answers.module.css';
import { Card } from '../../../../ui/Card.tsx';
import type { PageProblem } from '../../../../ui/failures/MessagePage.tsx';
import pageStyles from '../../../../ui/page.module.css';
import { page } from '../../../../url.ts';

type Row = GroupRow & Pick<GeoNode, 'longitude' | 'latitude'>;

interface Data {
  slug: string;
  group: { name: string; description: string } | undefined;
  rows: Row[];
  /** Kind of the addresses in the list; undefined where no node has an address. */
  shown: SocketType | undefined;
  isPending: boolean;
  problem: PageProblem | undefined;
}

/** Loads a group and its nodes. */
async function load({ api: ask, prefix, params, query }: LoadKit): Promise<Loaded<Data>> {
  const slug = params['slug'] ?? '';
  const [groups, nodes, isPending] = await Promise.all([
    ask.get<NodeGroups>(lightningApi.groups(prefix)),
    ask.get<LightningNode[]>(lightningApi.group(prefix, slug), 'once'),
    askPending(ask, prefix),
  ]);
  const group = groups.ok ? groups.body.find((each) => each.slug === slug) : undefined;
  if (!nodes.ok || group === undefined) {
    const problem = nodes.ok || nodes.status === 404 ? undefined : nodes;
    return {
      page: { slug, group: undefined, rows: [], shown: undefined, isPending, problem },
      status: nodes.ok ? 404 : nodes.status || 503,
    };
  }
  const rows = nodes.body.map(
    (node): Row => ({
      public_key: node.public_key,
      alias: node.alias,
      capacity: Number(node.capacity),
      channels: node.active_channel_count,
      first_seen: node.first_seen,
      updated_at: node.updated_at,
      city: node.city,
      country: node.country,
      sockets: socketsOf(node.sockets),
      longitude: node.longitude,
      latitude: node.latitude,
    }),
  );
  rows.sort((a, b) => b.capacity - a.capacity);
  const offered = offeredTypes(rows.map(({ sockets }) => sockets));
  const shown = offered.find((type) => type === query.get('address')) ?? offered[0];
  const { name, description } = group;
  return { page: { slug, group: { name, description }, rows, shown, isPending, problem: undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ loaderData, matches }: MetaArgs) => {
  const name = (loaderData as Data | undefined)?.group?.name ?? 'Lightning node group';
  return [{ title: pageTitle(name, matches) }];
};

/** Returns the located nodes of a group, smallest capacity first. */
function sourceOf(slug: string, rows: readonly Row[]): MapSource {
  const nodes = rows.flatMap((row) =>
    row.longitude === null || row.latitude === null
      ? []
      : [
          {
            at: [row.longitude, row.latitude] as const,
            publicKey: row.public_key,
            alias: row.alias,
            sats: row.capacity,
            channels: row.channels,
            place: placeWords(row),
          },
        ],
  );
  return { key: `group ${slug}`, load: async () => ({ nodes: nodes.reverse(), lines: [] }) };
}

export default function LightningGroupRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { slug, group, rows, shown, isPending, problem } = useLoaderData<typeof loader>();
  const source = useMemo(() => sourceOf(slug, rows), [slug, rows]);
  if (group === undefined) {
    return <MissingPage problem={problem} object="group" values={{ slug }} />;
  }
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const sats = sum(({ capacity }) => capacity);
  const openChannels = sum(({ channels }) => channels);
  return (
    <PendingContext value={isPending}>
      <main className={`${pageStyles.page} ${graphsStyles.graphs}`} data-part="graphs page" id="main">
        <div className={`title-block ${pageStyles.titleBlock}`}>
          <div className={styles.title}>
            <p className="quiet">{text('lightning.group')}</p>
            <h1>{group.name}</h1>
          </div>
          <Link to={page.lightning(prefix)} className="more">
            {text('lightning.title')}
          </Link>
        </div>
        {group.description !== '' && <p className={`${pageStyles.pageIntro} quiet`}>{group.description}</p>}
        <ChannelsPending />
        <div className={`${answersStyles.answers} ${styles.topLine}`} data-part="answers">
          <p className={answersStyles.answer}>
            <span className="quiet">{text('lightning.nodes')}</span>
            <strong className="figure">{count(rows.length)}</strong>
          </p>
          <CapacityAnswer label={text('lightning.liquidity')} sats={sats} digits={[2, 2]} />
          <p className={answersStyles.answer}>
            <span className="quiet">{text('lightning.channels')}</span>
            <strong className="figure">{count(openChannels)}</strong>
          </p>
        </div>
        <MapCard
          key={source.key}
          id="group-map"
          title={text('lightning.map.ofPlace')}
          source={source}
          empty={text('lightning.map.noPlace')}
        />
        <Card
          title={text('lightning.nodes')}
          id="group-nodes"
          aside={
            <span className={styles.links}>
              {shown !== undefined && <AddressKinds slug={slug} rows={rows} shown={shown} />}
              <CsvLink source={lightningApi.group(prefix, slug)} />
            </span>
          }
        >
          <GroupTable rows={rows} shown={shown} />
        </Card>
      </main>
    </PendingContext>
  );
}
