// Page `/graphs/lightning/nodes-per-country`: countries with nodes.
import type { GeographyState, LightningCountry } from '@glassblock/contract';
import { type MetaArgs, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import graphsStyles from '../../../../features/graphs/graphs.module.css';
import styles from '../../../../features/lightning/lightning.module.css';
import { lightningApi, lightningPage } from '../../../../features/lightning/lightning-url.ts';
import { askPending, PendingContext } from '../../../../features/lightning/lookups.ts';
import { ChannelsPending } from '../../../../features/lightning/network/ChannelsPending.tsx';
import { LightningTabs } from '../../../../features/lightning/network/LightningTabs.tsx';
import { GeographyNote } from '../../../../features/lightning-places/GeographyNote.tsx';
import { placeName } from '../../../../features/lightning-places/places.ts';
import { ringShares } from '../../../../features/lightning-places/ring-shares.ts';
import { ShareFiles } from '../../../../features/lightning-places/ShareFiles.tsx';
import { ShareRing } from '../../../../features/lightning-places/ShareRing.tsx';
import { ShareTable } from '../../../../features/lightning-places/ShareTable.tsx';
import ringStyles from '../../../../features/lightning-places/share-ring.module.css';
import { useMinShare } from '../../../../features/lightning-places/use-min-share.ts';
import { count } from '../../../../format/amount.ts';
import { flagOf } from '../../../../format/flag.ts';
import { useText } from '../../../../messages/use-text.ts';
import cardStyles from '../../../../ui/card.module.css';
import { Failed } from '../../../../ui/failures/Failed.tsx';
import pageStyles from '../../../../ui/page.module.css';

interface Data {
  countries: Part<LightningCountry[]>;
  geography: GeographyState | undefined;
  isPending: boolean;
}

/** Loads countries, and which geographic files are read. */
async function load({ api: ask, prefix }: LoadKit): Promise<Loaded<Data>> {
  const [countries, geography, isPending] = await Promise.all([
    ask.get<LightningCountry[]>(lightningApi.countries(prefix)),
    ask.get<GeographyState>(lightningApi.geography(prefix)),
    askPending(ask, prefix),
  ]);
  return { page: { countries: partOf(countries), geography: geography.ok ? geography.body : undefined, isPending } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Lightning nodes per country', matches) }];

const maxRows = 100;

export default function LightningCountriesRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { countries, geography, isPending } = useLoaderData<typeof loader>();
  const rows = (countries.body ?? []).slice(0, maxRows).map((country) => ({
    key: country.iso,
    name: `${flagOf(country.iso)} ${placeName(country.name)}`,
    to: lightningPage.country(prefix, country.iso.toLowerCase()),
    share: country.share,
    nodes: country.count,
    sats: Number(country.capacity),
  }));
  const located = countries.body?.length ?? 0;
  const parts = ringShares(rows, useMinShare('countries'));
  return (
    <PendingContext value={isPending}>
      <main className={`${pageStyles.page} ${graphsStyles.graphs}`} data-part="graphs page" id="main">
        <LightningTabs current="nodes-per-country" />
        <div className={`title-block ${pageStyles.titleBlock}`}>
          <h1>
            {text('lightning.countries')} <span className={`${styles.hint} quiet`}>{text('lightning.map.note')}</span>
          </h1>
          <ShareFiles parts={parts} source={lightningApi.countries(prefix)} name="lightning-countries" />
        </div>
        <ChannelsPending />
        <GeographyNote geography={geography} />
        <section className={cardStyles.card} data-part="card" aria-label={text('lightning.countries')}>
          {countries.problem && <Failed problem={countries.problem} />}
          {countries.body?.length === 0 && <p className="quiet">{text('lightning.map.empty')}</p>}
          {rows.length > 0 && (
            <div className={parts.length > 0 ? ringStyles.split : undefined}>
              <ShareRing
                parts={parts}
                total={{ figure: count(located), unit: text('lightning.countries.unit', { count: located }) }}
              />
              <ShareTable rows={rows} parts={parts} title={text('lightning.country')} />
            </div>
          )}
        </section>
      </main>
    </PendingContext>
  );
}
