import { Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { useText } from '../../messages/use-text.ts';
import { PictureFrame } from '../../picture/PictureFrame.tsx';
import { page } from '../../url.ts';
import { Card } from '../Card.tsx';
import { useHydrated } from '../clock.ts';
import { lazyComponent } from '../lazy-part.tsx';
import { useLive, useSession } from '../live.ts';
import { usePlace } from '../site-context.ts';

const AcceleratedPicture = lazyComponent(() => import('../../picture/AcceleratedPicture.tsx'));

/** The next block as squares, those that are accelerated in their colour. */
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
