// Page `/clock/:mode/:index`: the block clock.
import { Suspense, useEffect, useRef } from 'react';
import { type LoaderFunctionArgs, type MetaArgs, redirect, useParams, useSearchParams } from 'react-router';
import { useHydrated } from '../../../context/clock.ts';
import { useLive, useSession, useWant } from '../../../context/live.ts';
import { pageKey } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { networkOf } from '../../../data/site/site.ts';
import { fullness } from '../../../features/block/block-facts.ts';
import { Cube, cubeRates } from '../../../features/strip/Cube.tsx';
import cubeStyles from '../../../features/strip/cube.module.css';
import { ClockCorners } from '../../../features/tools/ClockCorners.tsx';
import { ClockDial } from '../../../features/tools/ClockDial.tsx';
import styles from '../../../features/tools/clock.module.css';
import { count } from '../../../format/amount.ts';
import texts from '../../../messages/en.json?tools';
import { useText } from '../../../messages/use-text.ts';
import pictureStyles from '../../../pictures/block/picture.module.css';
import { noFilter } from '../../../pictures/filter/filter.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import { page, prefixOf } from '../../../url.ts';

const PlainPicture = lazyComponent(() => import('../../../features/tools/PlainPicture.tsx'));

/** Without header and footer. */
export const handle = { frame: 'none' };

/** `clock` and `clock/:mode` redirect to the first of their kind; an unknown mode to `mined`. */
export function loader({ context, params }: LoaderFunctionArgs) {
  const { site } = context.get(pageKey);
  const prefix = prefixOf(networkOf(site, params['network']) ?? site.rootNetwork, site.rootNetwork);
  const mode = params['mode'] === undefined || params['mode'] === 'mempool' ? 'mempool' : 'mined';
  if (params['index'] === undefined || params['mode'] !== mode || !/^[0-7]$/.test(params['index']))
    throw redirect(page.clock(prefix, mode, /^[0-7]$/.test(params['index'] ?? '') ? Number(params['index']) : 0));
  return null;
}

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Clock', matches) },
  { name: 'description', content: 'Bitcoin block clock.' },
];

export default function ClockRoute() {
  return (
    <MoreTexts texts={texts}>
      <Clock />
    </MoreTexts>
  );
}

function Clock() {
  const text = useText();
  const { mode = 'mined', index = '0' } = useParams();
  const [query] = useSearchParams();
  const place = Number(index);
  const blocks = useLive((state) => state.blocks);
  const frame = useRef<HTMLElement>(null);
  useWant('blocks', 'mempool-blocks', 'stats');
  const width = query.get('width');
  const height = query.get('height');
  useEffect(() => {
    const size = (value: string | null) => (value !== null && /^\d{2,4}$/.test(value) ? `${value}px` : '');
    frame.current?.style.setProperty('inline-size', size(width));
    frame.current?.style.setProperty('block-size', size(height));
  }, [width, height]);
  const tip = blocks[0];
  return (
    <main className={styles.clock} data-cy="clock" id="main" ref={frame}>
      <h1 className="off-screen">{text('clock.title')}</h1>
      <div className={styles.face}>
        <ClockDial blocks={blocks} />
        <div className={styles.centre} data-cy="clock-centre">
          {mode === 'mempool' ? <Projected index={place} /> : <Mined place={place} />}
          <p className={styles.height} data-cy="clock-height">
            <span className="off-screen">{text('clock.height')} </span>
            {tip ? count(tip.height) : '–'}
          </p>
        </div>
      </div>
      {query.get('stats') !== 'false' && <ClockCorners mode={mode === 'mempool' ? 'mempool' : 'mined'} />}
    </main>
  );
}

function Mined({ place }: { place: number }) {
  const block = useLive((state) => state.blocks[place]);
  return (
    <Cube
      full={block ? fullness(block) : 0}
      rates={block ? cubeRates(block.extras.feeRange) : []}
      className={`${cubeStyles.big} ${styles.cube}`}
    />
  );
}

function Projected({ index }: { index: number }) {
  const session = useSession();
  const ready = useHydrated();
  const txs = useLive((state) => (state.projected?.index === index ? state.projected.txs : undefined));
  useEffect(() => {
    session.trackMempoolBlock(index);
    return () => session.trackMempoolBlock(undefined);
  }, [session, index]);
  if (!ready || txs === undefined) return <div className={pictureStyles.pictureCanvas} data-part="picture-canvas" />;
  return (
    <Suspense fallback={<div className={pictureStyles.pictureCanvas} data-part="picture-canvas" />}>
      <PlainPicture txs={txs} filter={noFilter} />
    </Suspense>
  );
}
