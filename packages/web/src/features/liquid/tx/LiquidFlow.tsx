import type { Outspend } from '@glassblock/contract';
import type { LiquidTx } from '@glassblock/contract/liquid';
import { useMemo } from 'react';
import { useText } from '../../../messages/use-text.ts';
import { Amount } from '../../../ui/values.tsx';
import { FlowSection, type FlowTx } from '../../tx/FlowDiagram.tsx';
import type { Revealed, Unblinded } from '../unblinding/unblind.ts';
import { useLiquid } from '../use-liquid.ts';
import { LiquidAmount } from './LiquidAmount.tsx';

/**
 * Shows the flow diagram of a transaction. Strands of the pegged asset are as wide as their amounts; those of other assets
 * and of confidential amounts share the rest.
 */
export function LiquidFlow(props: {
  tx: LiquidTx;
  outspends: readonly Outspend[];
  /** Rows that the link of the page reveals. */
  revealed: Pick<Unblinded, 'inputs' | 'outputs'> | undefined;
}) {
  const text = useText();
  const { tx, outspends, revealed } = props;
  const native = useLiquid().asset;
  const shown = useMemo(() => flowTxOf(tx, native, revealed), [tx, native, revealed]);
  return (
    <FlowSection
      tx={shown}
      outspends={outspends}
      showAmount={({ kind, index, value }, className) => {
        if (kind === 'fee') return <Amount sats={value ?? 0} className={className} />;
        if (kind === 'rest') return value === undefined ? undefined : <Amount sats={value} className={className} />;
        const own = kind === 'input' ? tx.vin[index]?.prevout : tx.vout[index];
        const held = (kind === 'input' ? revealed?.inputs : revealed?.outputs)?.get(index) ?? own;
        if (held === undefined) return undefined;
        // of a peg-in, whose prevout is on the parent chain
        if (held === null) return <span className="quiet">{text('liquid.pegIn')}</span>;
        return <LiquidAmount held={held} className={className} />;
      }}
    />
  );
}

/** Returns the input of the diagram: amounts of the pegged asset, and the fee as such where it is the last output. */
function flowTxOf(tx: LiquidTx, native: string, revealed: Pick<Unblinded, 'inputs' | 'outputs'> | undefined): FlowTx {
  const nativeValue = (held: Partial<Revealed> | null | undefined) => (held?.asset === native ? held.value : undefined);
  const hasFee = tx.vout.at(-1)?.scriptpubkey_type === 'fee';
  const outputs = hasFee ? tx.vout.slice(0, -1) : tx.vout;
  return {
    ...tx,
    fee: hasFee ? tx.fee : 0,
    vin: tx.vin.map(({ prevout, ...input }, index) => ({
      ...input,
      prevout: prevout && { ...prevout, value: nativeValue(revealed?.inputs.get(index) ?? prevout) },
    })),
    vout: outputs.map((output, index) => ({
      ...output,
      value: nativeValue(revealed?.outputs.get(index) ?? output),
    })),
  };
}
