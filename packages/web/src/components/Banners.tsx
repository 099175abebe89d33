import type { NetworkState } from '@glassblock/contract';
import { percent } from '../format/amount.ts';
import { useText } from '../messages/use-text.ts';
import { useLive } from './live.ts';
import { usePlace } from './site-context.ts';

/** Seconds of delay that a visitor would notice. */
const worthSaying = 5;

const testNetworks = ['testnet', 'testnet4', 'signet', 'regtest'];

/** What a visitor must know before reading: how the node is, and that test coins have no value. */
export function Banners({ state }: { state: NetworkState | undefined }) {
  const text = useText();
  const { network, demo } = usePlace();
  const indexing = useLive((live) => live.loading['block-indexing']);
  const sentences: string[] = [];
  if (state && (state.node.state !== 'ready' || !state.index.synced)) sentences.push(state.node.sentence);
  if (state && !state.index.synced) {
    sentences.push(text('state.index', { percent: percent(state.index.percent, 2) }));
    const { secondsLeft } = state.index;
    if (secondsLeft !== undefined) sentences.push(text('state.index-left', { minutes: Math.ceil(secondsLeft / 60) }));
  } else if (indexing !== undefined && indexing < 100)
    sentences.push(text('state.index', { percent: percent(indexing, 0) }));
  if (state && !state.mempool.synced && state.node.state === 'ready') {
    sentences.push(text('state.mempool', { percent: percent(state.mempool.percent, 0) }));
  }
  const { pollSeconds } = state?.mempool ?? {};
  if (pollSeconds !== undefined && pollSeconds >= worthSaying) {
    sentences.push(text('state.polled', { seconds: pollSeconds }));
  }
  const test = !demo && testNetworks.includes(network);
  if (sentences.length === 0 && !demo && !test) return null;
  return (
    <aside aria-label={text('banner.label')}>
      {sentences.length > 0 && (
        <div className="banner info" role="status">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {demo && (
        <div className="banner demo">
          <p>{text('banner.demo')}</p>
        </div>
      )}
      {test && (
        <div className="banner test">
          <p>
            {text('banner.test')}
            {network === 'testnet' && ` ${text('banner.testnet3')}`}
          </p>
        </div>
      )}
    </aside>
  );
}
