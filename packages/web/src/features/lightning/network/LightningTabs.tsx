import { Link } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { useText } from '../../../messages/use-text.ts';
import graphsStyles from '../../graphs/graphs.module.css';
import { useCurrentTab } from '../../graphs/use-current-tab.ts';
import { lightningPage } from '../lightning-url.ts';

const tabs = {
  'nodes-networks': (prefix: string) => lightningPage.chart(prefix, 'nodes-networks'),
  capacity: (prefix: string) => lightningPage.chart(prefix, 'capacity'),
  'nodes-per-isp': (prefix: string) => lightningPage.isps(prefix),
  'nodes-per-country': lightningPage.countries,
  'nodes-map': (prefix: string) => lightningPage.map(prefix, 'nodes-map'),
  'nodes-channels-map': (prefix: string) => lightningPage.map(prefix, 'nodes-channels-map'),
} as const;
/** A chart, list or map of the Lightning network, by its path. */
export type LightningTab = keyof typeof tabs;
const names = Object.keys(tabs) as LightningTab[];

/** Links all charts and maps of the Lightning network. */
export function LightningTabs({ current }: { current: LightningTab }) {
  const text = useText();
  const { prefix } = usePlace();
  const row = useCurrentTab(current);
  return (
    <nav ref={row} className={graphsStyles.graphTabs} data-part="graph-tabs" aria-label={text('lightning.tabs')}>
      {names.map((name) => (
        <Link key={name} to={tabs[name](prefix)} data-graph={name} aria-current={name === current ? 'page' : undefined}>
          {text(`lightning.tab.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
