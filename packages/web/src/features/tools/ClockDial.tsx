import type { BlockExt } from '@glassblock/contract';
import { useNow } from '../../context/clock.ts';
import { useZone } from '../../context/zone.ts';
import { feeStep } from '../../format/rate.ts';
import { arcPath, hands, rimArcs } from '../../tools/clock-face.ts';

const ticks = Array.from({ length: 60 }, (_, place) => place);

/** Shows the dial: blocks of the last hour at the rim, hour and minute hands in local time. */
export function ClockDial({ blocks }: { blocks: readonly BlockExt[] }) {
  const now = useNow();
  const zone = useZone();
  const ahead = zone === 'local' ? -new Date(now).getTimezoneOffset() : 60 * zone;
  const turn = hands(now / 60_000 + ahead);
  const arcs = rimArcs(
    blocks.map(({ height, timestamp, extras }) => ({ height, timestamp, medianFee: extras.medianFee })),
    now / 1000,
    ahead,
  );
  return (
    <svg viewBox="-500 -500 1000 1000" className="clock-dial" aria-hidden="true" focusable="false">
      <circle r="470" className="clock-rim" />
      {arcs.map((arc) => (
        <path
          key={arc.height}
          d={arcPath(arc.from + 0.002, Math.max(arc.from + 0.003, arc.to - 0.002), 470)}
          className={`clock-arc fee-stroke-${feeStep(arc.medianFee)}`}
        />
      ))}
      {ticks.map((tick) => (
        <path
          key={tick}
          d={`M0 -${tick % 5 === 0 ? 436 : 440}V-448`}
          transform={`rotate(${6 * tick})`}
          className={tick % 5 === 0 ? 'clock-tick strong' : 'clock-tick'}
        />
      ))}
      <path d="M0 -380V-426" transform={`rotate(${(360 * turn.hour).toFixed(2)})`} className="clock-hand hour" />
      <path d="M0 -350V-426" transform={`rotate(${(360 * turn.minute).toFixed(2)})`} className="clock-hand minute" />
    </svg>
  );
}
