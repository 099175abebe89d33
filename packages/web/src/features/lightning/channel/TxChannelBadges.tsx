import type { LightningChannel, TxChannels, Vin } from '@glassblock/contract';
import { createContext, use } from 'react';
import { Link } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import { escapeInvisible } from '../../../script/chain-text.ts';
import { lightningPage } from '../lightning-url.ts';
import styles from './tx-channel-badges.module.css';

/** The channels that the transaction of a page closes and opens. */
export const TxChannelsContext = createContext<TxChannels | undefined>(undefined);

const closings = {
  1: { tone: 'ok', text: 'txChannel.mutual' },
  2: { tone: 'warn', text: 'txChannel.force' },
  3: { tone: 'bad', text: 'txChannel.penalty' },
} as const;

/** Marks the input that closes a channel. */
export function ClosedChannel({ input }: { input: Vin }) {
  const text = useText();
  const channels = use(TxChannelsContext);
  // the route reports every closing under the first input
  const channel = Object.values(channels?.inputs ?? {}).find(
    ({ transaction_id, transaction_vout }) => transaction_id === input.txid && transaction_vout === input.vout,
  );
  if (channel === undefined) return null;
  const { tone, text: id } = closings[channel.closing_reason as 1 | 2 | 3] ?? {
    tone: 'off',
    text: 'txChannel.closed' satisfies TextId,
  };
  return <ChannelBadge channel={channel} tone={tone} words={text(id)} />;
}

/** Marks the output that opens a channel. */
export function OpenedChannel({ index }: { index: number }) {
  const text = useText();
  const channel = use(TxChannelsContext)?.outputs[String(index)];
  return channel === undefined ? null : <ChannelBadge channel={channel} tone="info" words={text('txChannel.opened')} />;
}

function ChannelBadge({ channel, tone, words }: { channel: LightningChannel; tone: string; words: string }) {
  const { prefix } = usePlace();
  const { node_left: left, node_right: right } = channel;
  return (
    <span className={styles.channel} data-part="tx-channel">
      <Link to={lightningPage.channel(prefix, channel.short_id)} className={`badge ${tone}`}>
        {words}
      </Link>
      <span className={styles.nodes}>
        {[left, right].map(({ public_key, alias }) => (
          <Link key={public_key} to={lightningPage.node(prefix, public_key)}>
            <bdi>{escapeInvisible(alias) || public_key.slice(0, 20)}</bdi>
          </Link>
        ))}
      </span>
    </span>
  );
}
