import type { MempoolAt, MempoolBlock } from '@glassblock/contract';
import { Suspense, useEffect } from 'react';
import { useHydrated, useNow } from '../../context/clock.ts';
import { useLive, useSession } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { PictureFrame } from '../../pictures/block/PictureFrame.tsx';
import bannerStyles from '../../ui/banner.module.css';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import pageStyles from '../../ui/page.module.css';
import { Ahead, Moment } from '../../ui/values.tsx';
import { FeeCurveChart } from '../fees/FeeCurveChart.tsx';
import blockStyles from './block.module.css';
import { expectedAt, stackSize } from './block-facts.ts';
import { ProjectedFacts } from './ProjectedFacts.tsx';
import { TimeSlider } from './TimeSlider.tsx';

const PictureSection = lazyComponent(() => import('../../pictures/block/PictureSection.tsx'));

interface Props {
  block: MempoolBlock;
  index: number;
  /** The last projected block; it may contain the rest of the mempool. */
  last: boolean;
  /** Mempool of the requested earlier minute. */
  past: MempoolAt | undefined;
  /** An earlier time was requested for which there are no data. */
  unknownTime: boolean;
}

/** Shows one projected block: figures, fees, live transactions as squares, and earlier states. */
export function ProjectedPage({ block, index, last, past, unknownTime }: Props) {
  const text = useText();
  const session = useSession();
  const projected = useLive((state) => (state.projected?.index === index ? state.projected : undefined));
  const stack = last ? stackSize(block) : 1;
  const isLive = past === undefined;
  useEffect(() => {
    if (!isLive) return;
    session.trackMempoolBlock(index);
    return () => session.trackMempoolBlock(undefined);
  }, [session, index, isLive]);
  return (
    <>
      <Title index={index} stack={stack} past={past} />
      {unknownTime && (
        <p className={`${bannerStyles.banner} warn`} data-part="banner">
          {text('past.unknown')}
        </p>
      )}
      <div className={blockStyles.projectedPage}>
        <section className={blockStyles.projectedFacts}>
          <ProjectedFacts block={block} hasFiat={isLive} />
          <FeeCurveChart
            block={block}
            txs={isLive && stack === 1 ? projected?.txs : undefined}
            fileName={`projected-block-${index + 1}-fees`}
          />
          <TimeSlider index={index} at={past?.time} />
        </section>
        {past ? (
          <section
            className={`app-mempool-block ${blockStyles.inside}`}
            data-part="inside"
            aria-label={text('projected.inside')}
          >
            <PictureFrame sentence={text('past.noPicture')} />
          </section>
        ) : (
          <Picture index={index} empty={block.nTx === 0} />
        )}
      </div>
    </>
  );
}

function Title(props: { index: number; stack: number; past: MempoolAt | undefined }) {
  const text = useText();
  const now = useNow();
  const { pace } = usePlace();
  const da = useLive((state) => state.da);
  const { index, stack, past } = props;
  return (
    <div className={`title-block ${pageStyles.titleBlock}`}>
      <h1>
        {stack > 1
          ? text('projected.stack', { count: stack })
          : index === 0
            ? text('projected.next')
            : text('projected.nth', { number: index + 1 })}
      </h1>
      {past ? (
        <span className="badge warn">
          {text('past.asOf')} <Moment time={past.time} withAge={false} />
        </span>
      ) : (
        stack === 1 && (
          <span className="quiet">
            <Ahead time={expectedAt(index, now, da, pace)} />
          </span>
        )
      )}
    </div>
  );
}

function Picture({ index, empty }: { index: number; empty: boolean }) {
  const text = useText();
  const ready = useHydrated();
  const projected = useLive((state) => (state.projected?.index === index ? state.projected : undefined));
  const txs = projected && projected.txs.size > 0 ? projected.txs : undefined;
  const arrived = projected !== undefined && projected.sequence >= 0;
  return (
    <section
      aria-label={text('projected.inside')}
      className={`app-mempool-block ${blockStyles.inside}`}
      data-part="inside"
    >
      {ready && txs ? (
        <Suspense fallback={<PictureFrame sentence={text('projected.waiting')} />}>
          <PictureSection txs={txs} kind="projected" fileName={`projected-block-${index + 1}`} />
        </Suspense>
      ) : (
        <PictureFrame sentence={empty || arrived ? text('projected.empty') : text('projected.waiting')} />
      )}
    </section>
  );
}
