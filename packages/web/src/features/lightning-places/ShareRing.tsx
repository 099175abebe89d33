import { percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { Capacity } from '../lightning/lightning-figures.tsx';
import { Ring } from '../mining/ring/Ring.tsx';
import ringStyles from '../mining/ring/ring.module.css';
import type { RingShare } from './ring-shares.ts';

/**
 * Shows the shares of countries or providers as a ring. Its center describes the part at the pointer; parts link to
 * their pages. The table beside it has the same values and links for the keyboard.
 * @param props.total of the center while the pointer is elsewhere; default: the largest part
 */
export function ShareRing({ parts, total }: { parts: readonly RingShare[]; total?: { figure: string; unit: string } }) {
  const text = useText();
  const drawn = parts.map(({ row, from, to, colour }) => ({
    key: row?.key ?? 'other',
    page: row?.to,
    from,
    to,
    path: { fill: `var(${colour})` },
  }));
  if (drawn.length === 0) return null;
  return (
    <Ring parts={drawn} hook="share-ring">
      {(at) => {
        if (total !== undefined && at === undefined)
          return (
            <>
              <strong className="figure">{total.figure}</strong>
              <span className="quiet">{total.unit}</span>
            </>
          );
        const { row, from, to } = parts[at ?? 0] ?? parts[0]!;
        return (
          <>
            <span className={ringStyles.name}>
              {row === undefined ? text('lightning.other') : escapeInvisible(row.name)}
            </span>
            <strong className="figure">{percent(100 * (to - from), 1)}</strong>
            {row && (
              <>
                <span className="quiet">{text('lightning.nodeCount', { count: row.nodes })}</span>
                <Capacity sats={row.sats} />
              </>
            )}
          </>
        );
      }}
    </Ring>
  );
}
