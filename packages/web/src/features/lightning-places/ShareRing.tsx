import { useState } from 'react';
import { Link } from 'react-router';
import { ringPart } from '../../charts/ring.ts';
import { percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { Capacity } from '../lightning/lightning-figures.tsx';
import type { RingShare } from './ring-shares.ts';
import styles from './share-ring.module.css';

const inner = 62;
const outer = 98;

/**
 * Shows the shares of countries or providers as a ring. Its center describes the part at the pointer; parts link to
 * their pages. The table beside it has the same values and links for the keyboard.
 * @param props.total  of the center while the pointer is elsewhere; default: the largest part
 */
export function ShareRing({ parts, total }: { parts: readonly RingShare[]; total?: { figure: string; unit: string } }) {
  const text = useText();
  const [at, setAt] = useState<number>();
  const shown = parts[at ?? 0];
  if (shown === undefined) return null;
  return (
    <figure className={styles.ring} onPointerLeave={() => setAt(undefined)} data-cy="share-ring">
      <svg viewBox="-100 -100 200 200" aria-hidden="true" focusable="false">
        {parts.map(({ row, from, to, colour }, place) => {
          const path = { d: ringPart(from, to, inner, outer), fill: `var(${colour})` };
          const onPointerEnter = () => setAt(place);
          return row === undefined ? (
            <g key="other" onPointerEnter={onPointerEnter}>
              <path {...path} />
            </g>
          ) : (
            <Link key={row.key} to={row.to} tabIndex={-1} onPointerEnter={onPointerEnter}>
              <path {...path} />
            </Link>
          );
        })}
      </svg>
      <figcaption>
        {total !== undefined && at === undefined ? (
          <>
            <strong className="figure">{total.figure}</strong>
            <span className="quiet">{total.unit}</span>
          </>
        ) : (
          <>
            <span className={styles.name}>
              {shown.row === undefined ? text('lightning.other') : escapeInvisible(shown.row.name)}
            </span>
            <strong className="figure">{percent(100 * (shown.to - shown.from), 1)}</strong>
            {shown.row && (
              <>
                <span className="quiet">{text('lightning.nodeCount', { count: shown.row.nodes })}</span>
                <Capacity sats={shown.row.sats} />
              </>
            )}
          </>
        )}
      </figcaption>
    </figure>
  );
}
