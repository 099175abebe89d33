// Pages `/graphs` and `/graphs/mempool` of a Liquid network, whose mempool is not recorded.
import type { MetaArgs } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { pageTitle } from '../../../data/page-title.ts';
import { MessagePage } from '../../../ui/MessagePage.tsx';
import pageStyles from '../../../ui/page.module.css';

export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Graphs', matches) }];

export default function LiquidGraphsRoute() {
  useWant('blocks', 'stats');
  return (
    <main className={pageStyles.page} id="main">
      <MessagePage title="nav.graphs" text="liquid.graphs.none" home />
    </main>
  );
}
