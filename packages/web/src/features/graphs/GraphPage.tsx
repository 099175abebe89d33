import type { ComponentProps, ReactNode } from 'react';
import cardStyles from '../../ui/card.module.css';
import { Failed } from '../../ui/failures/Failed.tsx';
import type { PageProblem } from '../../ui/failures/MessagePage.tsx';
import pageStyles from '../../ui/page.module.css';
import { GraphTabs } from './GraphTabs.tsx';
import graphsStyles from './graphs.module.css';
import { WindowTabs } from './WindowTabs.tsx';

/** Shows the page of a graph: tabs of all graphs, title, time windows, and the graph or an error. */
export function GraphPage(props: {
  tab: ComponentProps<typeof GraphTabs>['current'];
  title: string;
  windows: ComponentProps<typeof WindowTabs>;
  problem?: PageProblem | undefined;
  children: ReactNode;
}) {
  const { tab, title, windows, problem, children } = props;
  return (
    <main className={`${pageStyles.page} ${graphsStyles.graphs}`} data-part="graphs page" id="main">
      <GraphTabs current={tab} />
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{title}</h1>
        <WindowTabs {...windows} />
      </div>
      {problem === undefined ? (
        children
      ) : (
        <div className={cardStyles.card} data-part="card">
          <Failed problem={problem} />
        </div>
      )}
    </main>
  );
}
