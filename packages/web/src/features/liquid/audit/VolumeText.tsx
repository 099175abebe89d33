import type { PegVolumes } from '@glassblock/contract/liquid';
import { useText } from '../../../messages/use-text.ts';
import styles from './audit.module.css';
import { ParentAmount } from './ParentAmount.tsx';

/** Shows the pegs of the last day. */
export function VolumeText({ volume: [ins, outs] }: { volume: PegVolumes }) {
  const text = useText();
  return (
    <dl className={`${styles.figures} ${styles.tableCount}`} data-part="peg-volume">
      <div>
        <dt>{text('liquid.pegs.volume')}</dt>
        <dd>
          <ParentAmount sats={Number(ins.volume ?? 0)} signed />
        </dd>
        <dd className={styles.note}>{text('liquid.pegs.ins', { count: ins.number })}</dd>
      </div>
      <div>
        <dt>{text('liquid.pegs.volumeOut')}</dt>
        <dd>
          <ParentAmount sats={Number(outs.volume ?? 0)} signed />
        </dd>
        <dd className={styles.note}>{text('liquid.pegs.outs', { count: outs.number })}</dd>
      </div>
    </dl>
  );
}
