import type { Outspend } from '@glassblock/contract';
import type { ListedInput, ListedOutput } from '../../live/reducers/listed-tx.ts';
import type { Owns } from '../../live/reducers/net-change.ts';
import { useText } from '../../messages/use-text.ts';
import { Amount } from '../../ui/values.tsx';
import { Marks, Owner, Quote, SourceArrow, SpendMark } from './io-row.tsx';
import txListStyles from './tx-list.module.css';

/** Shows an input: funding transaction, address, amount. */
export function InputRow({ input, index, owns }: { input: ListedInput; index: number; owns?: Owns }) {
  const text = useText();
  const mine = owns && input.prevout ? owns(input.prevout) : false;
  return (
    <li className={`${txListStyles.io} ${mine ? `highlight ${txListStyles.highlight}` : ''}`} data-part="io">
      <div className={txListStyles.ioRow}>
        <SourceArrow input={input} index={index} />
        <span className={txListStyles.ioWho}>
          {input.is_coinbase ? (
            <span className={txListStyles.ioCoinbase}>{text('tx.coinbase')}</span>
          ) : (
            <Owner output={input.prevout} />
          )}
          {input.message !== undefined && <Quote words={input.message} />}
          {input.marks && <Marks marks={input.marks} />}
        </span>
        <span className={txListStyles.ioAmount}>{input.prevout && <Amount sats={input.prevout.value} />}</span>
      </div>
    </li>
  );
}

/** Shows an output: address, amount, and whether it is spent. */
export function OutputRow(props: { output: ListedOutput; index: number; owns?: Owns; outspend?: Outspend }) {
  const { output, index, outspend } = props;
  const mine = props.owns?.(output) ?? false;
  return (
    <li className={`${txListStyles.io} ${mine ? `highlight ${txListStyles.highlight}` : ''}`} data-part="io">
      <div className={txListStyles.ioRow}>
        <span className={txListStyles.ioWho}>
          <Owner output={output} />
          {output.marks && <Marks marks={output.marks} />}
          {output.message !== undefined && <Quote words={output.message} />}
        </span>
        <span className={txListStyles.ioAmount}>
          <Amount sats={output.value} />
        </span>
        <SpendMark type={output.scriptpubkey_type} index={index} {...(outspend && { outspend })} />
      </div>
    </li>
  );
}
