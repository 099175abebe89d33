import { useNow } from '../../context/clock.ts';
import { useLive } from '../../context/live.ts';
import { usePlace, useSite } from '../../context/site-context.ts';
import { isoTime } from '../../format/age.ts';
import { useText } from '../../messages/use-text.ts';
import { Ahead, Amount } from '../../ui/values.tsx';
import { expectedAt } from '../block/block-facts.ts';
import { subsidyAt } from '../shell/events/special-events.ts';

/** Shows the time of the next halving; nothing if the interval is unknown. */
export function HalvingRow() {
  const text = useText();
  const now = useNow();
  const { network, pace } = usePlace();
  const interval = useSite().networks.find(({ name }) => name === network)?.halvingInterval;
  const tip = useLive((state) => state.blocks[0]?.height);
  const da = useLive((state) => state.da);
  if (interval === undefined || tip === undefined) return null;
  const left = interval - (tip % interval);
  const at = expectedAt(left - 1, now, da, pace);
  const blocksLeft = text('difficulty.halving.left', { count: left });
  return (
    <>
      <div>
        <dt>
          {text('difficulty.halving')} {at !== undefined && <small>{blocksLeft}</small>}
        </dt>
        <dd>
          {at === undefined ? (
            blocksLeft
          ) : (
            <>
              <Ahead time={at} /> <small className="figure">{isoTime(at / 1000)?.slice(0, 10)}</small>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{text('difficulty.halving.subsidy')}</dt>
        <dd>
          <Amount sats={subsidyAt(tip + left, interval)} digits={[0, 8]} />
        </dd>
      </div>
    </>
  );
}
