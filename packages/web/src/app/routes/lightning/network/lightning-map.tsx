// Pages `/graphs/lightning/nodes-map` and `/graphs/lightning/nodes-channels-map`: nodes and channels on a world map.
import type { GeographyState } from '@glassblock/contract';
import { useMemo } from 'react';
import { type MetaArgs, useLoaderData, useLocation } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import graphsStyles from '../../../../features/graphs/graphs.module.css';
import styles from '../../../../features/lightning/lightning.module.css';
import { CsvLink } from '../../../../features/lightning/lightning-figures.tsx';
import { lightningApi } from '../../../../features/lightning/lightning-url.ts';
import { LightningTabs } from '../../../../features/lightning/network/LightningTabs.tsx';
import { MapCard } from '../../../../features/lightning-map/MapCard.tsx';
import { worldSource } from '../../../../features/lightning-map/map-data.ts';
import { GeographyNote } from '../../../../features/lightning-places/GeographyNote.tsx';
import { useText } from '../../../../messages/use-text.ts';
import pageStyles from '../../../../ui/page.module.css';

/** Loads countries and providers; the map loads its nodes itself. */
async function load({ api: ask, prefix }: LoadKit): Promise<Loaded<{ geography: GeographyState | undefined }>> {
  const geography = await ask.get<GeographyState>(lightningApi.geography(prefix));
  return { page: { geography: geography.ok ? geography.body : undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Lightning world map', matches) }];

export default function LightningMapRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { geography } = useLoaderData<typeof loader>();
  const hasLines = useLocation().pathname.endsWith('/nodes-channels-map');
  const source = useMemo(() => worldSource(prefix, hasLines), [prefix, hasLines]);
  const title = text(hasLines ? 'lightning.map.channelsMap' : 'lightning.map.nodes');
  return (
    <main className={`${pageStyles.page} ${graphsStyles.graphs}`} data-part="graphs page" id="main">
      <LightningTabs current={hasLines ? 'nodes-channels-map' : 'nodes-map'} />
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>
          {title} <span className={`${styles.hint} quiet`}>{text('lightning.map.note')}</span>
        </h1>
      </div>
      <GeographyNote geography={geography} />
      <MapCard
        key={source.key}
        id="lightning-map"
        title={text('lightning.map.world')}
        source={source}
        aside={<CsvLink source={hasLines ? lightningApi.lines(prefix) : lightningApi.world(prefix)} />}
      />
    </main>
  );
}
