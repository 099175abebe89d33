import type { NetworkState } from '@glassblock/contract';
import { Suspense, useMemo } from 'react';
import { Link } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace, useSite } from '../../context/site-context.ts';
import { percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import bannerStyles from '../../ui/banner.module.css';
import { CloseIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { page, prefixOf } from '../../url.ts';
import { eventNews, specialEvents } from './events/special-events.ts';

const EventBanner = lazyComponent(() => import('./events/EventBanner.tsx'));

/** Minimum poll interval that is announced, seconds. */
const worthSaying = 5;

const testNetworks = ['testnet', 'testnet4', 'signet', 'regtest', 'liquidtestnet'];

/** Indexing tasks by their names in the live feed. An entry exists while it runs. */
const indexers = ['block-indexing', 'daily-hashrate-indexing', 'weekly-hashrate-indexing'] as const;

/** Shows notices: node and index state, and that bitcoin of a test network have no value. */
export function Banners({ state }: { state: NetworkState | undefined }) {
  const text = useText();
  const { network, demo } = usePlace();
  const { networks, rootNetwork } = useSite();
  const loading = useLive((live) => live.loading);
  const { preferences, change } = usePreferences();
  const sentences: string[] = [];
  // an index that has stopped counts as synchronized until it lacks several blocks
  if (state && (state.node.state !== 'ready' || !state.index.synced || state.index.sentence))
    sentences.push(state.node.sentence);
  if (state?.storage !== undefined) sentences.push(state.storage.sentence);
  const isBehind = state !== undefined && !state.index.synced;
  if (isBehind) {
    // the state is requested now and then
    sentences.push(text('state.index', { percent: percent(loading[indexers[0]] ?? state.index.percent, 2) }));
    const { secondsLeft } = state.index;
    if (secondsLeft !== undefined) sentences.push(text('state.index-left', { minutes: Math.ceil(secondsLeft / 60) }));
  }
  if (state && !state.mempool.synced && state.node.state === 'ready') {
    sentences.push(text('state.mempool', { percent: percent(state.mempool.percent, 0) }));
  }
  const { pollSeconds } = state?.mempool ?? {};
  if (pollSeconds !== undefined && pollSeconds >= worthSaying) {
    sentences.push(text('state.polled', { seconds: pollSeconds }));
  }
  const indexing = indexers.flatMap((name) => {
    const progress = loading[name] ?? -1;
    return progress >= 0 && !(isBehind && name === indexers[0]) ? [{ name, progress }] : [];
  });
  const blocks = useLive((live) => live.blocks);
  const interval = networks.find(({ name }) => name === network)?.halvingInterval;
  // halvings of the demo are too frequent to be announced
  const events = useMemo(() => specialEvents(network, demo ? undefined : interval), [network, interval, demo]);
  const news = eventNews(
    events,
    blocks.map(({ height }) => height),
  );
  const test = !demo && testNetworks.includes(network) && !preferences.hideWarning;
  return (
    <aside className="banners" aria-label={text('banner.label')}>
      {sentences.length > 0 && (
        <div className={`${bannerStyles.banner} info`} data-part="banner" role="status">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {indexing.length > 0 && (
        <div className={`${bannerStyles.banner} ${bannerStyles.indexing}`} data-part="banner indexing">
          {indexing.map(({ name, progress }) => (
            <p key={name}>
              {text(`banner.indexing.${name}`)} <b className="figure">{percent(progress, 0)}</b>
            </p>
          ))}
        </div>
      )}
      {news && (
        <Suspense>
          <EventBanner news={news} />
        </Suspense>
      )}
      {demo && (
        <div className={`${bannerStyles.banner} ${bannerStyles.demo}`} data-part="banner demo">
          <p>{text('banner.demo')}</p>
        </div>
      )}
      {test && (
        <div className={`${bannerStyles.banner} ${bannerStyles.test}`} data-part="banner test">
          <p>
            {text('banner.test')}
            {network === 'testnet' && (
              <>
                {' '}
                {networks.some(({ name }) => name === 'testnet4') ? (
                  <Link to={page.home(prefixOf('testnet4', rootNetwork))}>{text('banner.testnet3')}</Link>
                ) : (
                  text('banner.testnet3')
                )}
              </>
            )}
          </p>
          <button
            type="button"
            className="icon-button js-only"
            aria-label={text('banner.dismiss')}
            title={text('banner.dismiss')}
            onClick={() => change({ hideWarning: true })}
          >
            <CloseIcon />
          </button>
        </div>
      )}
    </aside>
  );
}
