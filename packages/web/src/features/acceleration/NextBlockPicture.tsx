import { Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { useHydrated } from '../../context/clock.ts';
import { useLive, useSession } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { PictureFrame } from '../../pictures/block/PictureFrame.tsx';
import { Card } from '../../ui/Card.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { page } from '../../url.ts';

const AcceleratedPicture = lazyComponent(() => import('../../pictures/block/AcceleratedPicture.tsx'));

/** Draws the next block as squares; accelerated transactions have a color of their own. */
export function NextBlockPicture() {
  const text = useText();
  const { prefix } = usePlace();
  const session = useSession();
  const isReady = useHydrated();
  const projected = useLive((state) => (state.projected?.index === 0 ? state.projected : undefined));
  useEffect(() => {
    session.trackMempoolBlock(0);
    return () => session.trackMempoolBlock(undefined);
  }, [session]);
  const waiting = <PictureFrame sentence={text('accel.picture.wait')} />;
  return (
    <Card
      title={text('accel.picture')}
      id="picture-title"
      aside={
        <Link to={page.mempoolBlock(prefix, 0)} className="more">
          {text('accel.picture.open')}
        </Link>
      }
    >
      <noscript>
        <p className="quiet">{text('accel.picture.scriptless')}</p>
      </noscript>
      {isReady && projected && projected.sequence >= 0 ? (
        <Suspense fallback={waiting}>
          <AcceleratedPicture txs={projected.txs} />
        </Suspense>
      ) : (
        waiting
      )}
    </Card>
  );
}
