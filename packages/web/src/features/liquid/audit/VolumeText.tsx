import type { PegVolumes } from '@glassblock/contract/liquid';
import { useText } from '../../../messages/use-text.ts';
import styles from './audit.module.css';
import { ParentAmount } from './ParentAmount.tsx';

/** Shows the pegs of the last day. */
export function VolumeText({ volume: [ins, outs] }: { volume: PegVolumes }) {
  const text = useText();
  return (
    <section className={styles.tableCount} aria-label={text('liquid.pegs.volume')} data-part="peg-volume">
      <p className={`quiet ${styles.volume}`}>{text('liquid.pegs.volume')}</p>
      <dl className={styles.figures}>
        <div>
          <dt>{text('liquid.pegs.ins', { count: ins.number })}</dt>
          <dd>
            <ParentAmount sats={Number(ins.volume ?? 0)} signed />
          </dd>
        </div>
        <div>
          <dt>{text('liquid.pegs.outs', { count: outs.number })}</dt>
          <dd>
            <ParentAmount sats={Number(outs.volume ?? 0)} signed />
          </dd>
        </div>
      </dl>
    </section>
  );
}
