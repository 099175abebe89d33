// Pages `/graphs` and `/graphs/mempool` of a Liquid network, whose mempool is not recorded.
import type { MetaArgs } from 'react-router';
import { pageTitle } from '../../../data/page-title.ts';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { MessagePage } from '../../../ui/MessagePage.tsx';

export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Graphs', matches) }];

export default function LiquidGraphsRoute() {
  return (
    <LiquidPage>
      <MessagePage title="nav.graphs" text="liquid.graphs.none" home />
    </LiquidPage>
  );
}
