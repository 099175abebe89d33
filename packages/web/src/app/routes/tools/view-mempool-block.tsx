// Page `/view/mempool-block/:index`: the picture of a projected block alone.
import { Suspense, useEffect } from 'react';
import { type MetaArgs, useParams } from 'react-router';
import { useHydrated } from '../../../context/clock.ts';
import { useLive, useSession, useWant } from '../../../context/live.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { useText } from '../../../messages/use-text.ts';
import { noFilter } from '../../../pictures/filter/filter.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import styles from './views.module.css';

const PlainPicture = lazyComponent(() => import('../../../features/tools/PlainPicture.tsx'));

export const handle = { frame: 'none' };
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Projected block', matches) },
  { name: 'robots', content: 'noindex' },
];

/** The live picture of a projected block alone. */
export default function ViewMempoolBlockRoute() {
  const text = useText();
  const { index = '0' } = useParams();
  const wanted = /^[0-7]$/.test(index) ? Number(index) : 0;
  const last = useLive((state) => Math.max(0, (state.mempoolBlocks?.length ?? 1) - 1));
  const place = Math.min(wanted, last);
  const session = useSession();
  const ready = useHydrated();
  const txs = useLive((state) => (state.projected?.index === place ? state.projected.txs : undefined));
  useWant('blocks', 'mempool-blocks');
  useEffect(() => {
    session.trackMempoolBlock(place);
    return () => session.trackMempoolBlock(undefined);
  }, [session, place]);
  return (
    <main className={styles.bareView} id="main">
      <h1 className="off-screen">{text('bare.projected', { number: place + 1 })}</h1>
      {ready && txs && (
        <Suspense>
          <PlainPicture txs={txs} filter={noFilter} />
        </Suspense>
      )}
      {!ready && <noscript>{text('bare.noscript')}</noscript>}
    </main>
  );
}
