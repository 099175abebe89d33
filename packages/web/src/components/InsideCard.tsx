import { Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import { Card } from './Card.tsx';
import { lazyComponent } from './lazy-part.tsx';
import { useLive, useSession } from './live.ts';
import { usePlace } from './site-context.ts';
import { useInView } from './use-seen.ts';

const PresetPicture = lazyComponent(() => import('../picture/PresetPicture.tsx'));

/** What the next block is made of, on the dashboard; the picture and its data come when the card comes into sight. */
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
  const waiting = <div className="preset-waiting" />;
  return (
    <Card
      title={text('next.inside')}
      id="inside-title"
      className="inside-card js-only"
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
