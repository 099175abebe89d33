import type { LightningChannel } from '@glassblock/contract';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Amount } from '../../../ui/values.tsx';
import styles from '../lightning.module.css';
import { NodeLink } from '../lightning-figures.tsx';

const colours = ['--category-8', '--category-2', '--category-none'] as const;

/**
 * Shows the balances of both nodes when a channel was opened and closed, as far as the chain
 * shows them. The rest of a closing consists of HTLCs, anchors and the fee, which cannot be attributed to a node.
 */
export function ChannelBalances({ channel }: { channel: LightningChannel }) {
  const text = useText();
  const { node_left: left, node_right: right, capacity } = channel;
  const rows = [
    { title: 'lightning.startingBalance', parts: [left.funding_balance, right.funding_balance] },
    { title: 'lightning.closingBalance', parts: [left.closing_balance, right.closing_balance] },
  ] as const;
  const known = rows.filter(({ parts: [a, b] }) => a + b > 0);
  if (known.length === 0) return null;
  return (
    <Card title={text('lightning.balances')} id="channel-balances">
      {known.map(({ title, parts: [a, b] }) => {
        const rest = Math.max(0, capacity - a - b);
        return (
          <div key={title} className={styles.balance}>
            <h3>{text(title)}</h3>
            <p className={styles.balanceSides}>
              <span>
                <NodeLink publicKey={left.public_key} alias={left.alias} /> <Amount sats={a} />
              </span>
              <span>
                <NodeLink publicKey={right.public_key} alias={right.alias} /> <Amount sats={b} />
              </span>
            </p>
            <BalanceBar parts={[a, rest, b]} />
            {rest > 0 && (
              <p className={`${styles.note} quiet`}>
                {text('lightning.balances.rest')} <Amount sats={rest} />
              </p>
            )}
          </div>
        );
      })}
    </Card>
  );
}

/** Draws left, unknown and right part of a capacity. */
function BalanceBar({ parts: [left, rest, right] }: { parts: readonly [number, number, number] }) {
  const total = Math.max(1, left + rest + right);
  const widths = [left, rest, right].map((part) => (100 * part) / total);
  const starts = [0, widths[0]!, widths[0]! + widths[1]!];
  const fills = [colours[0], colours[2], colours[1]];
  return (
    <svg className={styles.share} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {fills.map((fill, at) => (
        <rect key={fill} x={starts[at]} width={widths[at]} height="4" fill={`var(${fill})`} />
      ))}
    </svg>
  );
}
