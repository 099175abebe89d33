import { use } from 'react';
import { Link } from 'react-router';
import { PriceContext } from '../../context/price.ts';
import { usePlace, useSite } from '../../context/site-context.ts';
import { hasAccelerations, hasPrices } from '../../data/site/site.ts';
import { useText } from '../../messages/use-text.ts';
import { page } from '../../url.ts';
import graphsStyles from './graphs.module.css';
import { hasGraph, miningGraphs } from './mining-graphs.ts';
import { useCurrentTab } from './use-current-tab.ts';

/**
 * Shows links to all graphs.
 * @param current last path segment of the current one
 */
export function GraphTabs({ current }: { current: string }) {
  const text = useText();
  const { network, prefix } = usePlace();
  const site = useSite();
  const isPriced = use(PriceContext) !== undefined;
  const row = useCurrentTab(current);
  if (site.mining !== true) return null;
  const tabs = [
    { graph: 'mempool', to: page.mempoolGraph(prefix), name: text('mining.graph.mempool') },
    ...miningGraphs
      .filter((graph) => hasGraph(graph, site))
      .map((graph) => ({
        graph,
        to: page.miningGraph(prefix, graph),
        name: text(`mining.graph.${graph}`),
      })),
    ...(hasAccelerations(site, network)
      ? [{ graph: 'acceleration', to: page.accelerationFees(prefix), name: text('mining.graph.acceleration') }]
      : []),
    // without a price source the page would only show a message
    ...(hasPrices(site, network) && (isPriced || current === 'price')
      ? [{ graph: 'price', to: page.priceGraph(prefix), name: text('mining.graph.price') }]
      : []),
  ];
  return (
    <nav ref={row} className={graphsStyles.graphTabs} data-part="graph-tabs" aria-label={text('mining.graphs')}>
      {tabs.map(({ graph, to, name }) => (
        <Link key={graph} to={to} data-graph={graph} aria-current={graph === current ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
