import type { BlockEffects } from '../planning/block-effects.ts';
import type { KeyColumns, OutputColumns } from '../planning/effect-columns.ts';
import type { ScriptEffects } from '../planning/script-effects.ts';
import type { BucketKey } from '../prefixer.ts';
import type { EntryInput } from '../rows/script/script-bucket.ts';
import type { SpendRecord } from '../rows/script/spends-row.ts';

/** An output as in unspent rows. */
export interface OutputEffect extends BucketKey {
  readonly number: number;
  readonly vout: number;
  readonly value: number;
}

/** An output of an earlier block that a block spends. */
export interface ConsumedOutput extends Omit<OutputEffect, 'number'> {
  /** Index of the input in the block. */
  readonly input: number;
  readonly spender: number;
  readonly vin: number;
}

/** Effects of a block as lists of objects: a check reads blocks at its own pace. */
export interface EffectLists {
  readonly scripts: readonly (BucketKey & { readonly entries: readonly EntryInput[] })[];
  readonly created: readonly OutputEffect[];
  readonly consumed: readonly ConsumedOutput[];
  readonly inner: readonly SpendRecord[];
  readonly txids: readonly BucketKey[];
}

/** Lists the effects of a block. */
export function effectLists({ scripts, created, consumed, inner, txids }: BlockEffects): EffectLists {
  return {
    scripts: keysOf(scripts.keys).map((key, script) => ({ ...key, entries: entriesOf(scripts, script) })),
    created: outputsOf(created),
    consumed: keysOf(consumed).map((key, i) => ({
      ...key,
      vout: consumed.vout[i]!,
      value: consumed.value[i]!,
      input: consumed.input[i]!,
      spender: consumed.spender[i]!,
      vin: consumed.vin[i]!,
    })),
    inner: Array.from(inner.funding, (funding, i) => ({
      funding,
      vout: inner.vout[i]!,
      spender: inner.spender[i]!,
      vin: inner.vin[i]!,
    })),
    txids: keysOf(txids),
  };
}

const keysOf = ({ bucket, rest }: KeyColumns): BucketKey[] =>
  Array.from(bucket, (each, i) => ({ bucket: each, rest: rest[i]! }));

const outputsOf = (columns: OutputColumns): OutputEffect[] =>
  keysOf(columns).map((key, i) => ({
    ...key,
    number: columns.number[i]!,
    vout: columns.vout[i]!,
    value: columns.value[i]!,
  }));

function entriesOf(scripts: ScriptEffects, script: number): EntryInput[] {
  const entries: EntryInput[] = [];
  for (let at = scripts.firstEntry(script); at >= 0; at = scripts.nextEntry(at)) {
    const entry = { number: 0, fundedCount: 0, fundedSum: 0, spentCount: 0, spentSum: 0, spentVout: 0 };
    entries.push(scripts.readEntry(at, entry));
  }
  return entries;
}
