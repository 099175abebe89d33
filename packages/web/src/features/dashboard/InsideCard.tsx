import { Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { useLive, useSession } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { useInView } from '../../ui/hooks/use-in-view.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { page } from '../../url.ts';
import dashboardStyles from './dashboard.module.css';

const PresetPicture = lazyComponent(() => import('../../pictures/block/PresetPicture.tsx'));

/** Shows the next block on the dashboard; picture and data are loaded when the card becomes visible. */
export function InsideCard() {
  const text = useText();
  const { prefix } = usePlace();
  const session = useSession();
  const [ref, seen] = useInView<HTMLDivElement>();
  const txs = useLive((state) => (state.projected?.index === 0 ? state.projected.txs : undefined));
  useEffect(() => {
    if (!seen) return;
    session.trackMempoolBlock(0);
    return () => session.trackMempoolBlock(undefined);
  }, [session, seen]);
  const waiting = <div className={dashboardStyles.presetWaiting} />;
  return (
    <Card
      title={text('next.inside')}
      id="inside-title"
      className={`${dashboardStyles.insideCard} js-only`}
      part="inside-card"
      aside={
        <Link to={page.mempoolBlock(prefix, 0)} className="more">
          {text('next.open')}
        </Link>
      }
    >
      <div ref={ref}>{seen ? <Suspense fallback={waiting}>{<PresetPicture txs={txs} />}</Suspense> : waiting}</div>
    </Card>
  );
}
