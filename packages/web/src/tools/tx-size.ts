/** Kinds of inputs whose size is known beforehand. */
export const inputKinds = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh', 'p2wsh-2of3'] as const;
/** A kind of input whose size is known. */
export type InputKind = (typeof inputKinds)[number];
/** Kinds of outputs. */
export const outputKinds = ['p2wpkh', 'p2tr', 'p2pkh', 'p2sh', 'p2wsh'] as const;
/** A kind of output whose size is known. */
export type OutputKind = (typeof outputKinds)[number];

/** Outpoint, sequence and an empty script, in bytes. */
const bareInput = 32 + 4 + 1 + 4;
/** A signature with its sighash byte: as DER with a low S it has 71 or 72 bytes; the larger one is counted. */
const ecdsa = 72;
const key = 33;

/** Bytes of an input: those that every node counts four times, and those of its witness. (BIP 141, 143, 341) */
const inputs: Readonly<Record<InputKind, { base: number; witness: number }>> = {
  p2pkh: { base: bareInput + 1 + ecdsa + 1 + key, witness: 1 },
  'p2sh-p2wpkh': { base: bareInput + 23, witness: 1 + 1 + ecdsa + 1 + key },
  p2wpkh: { base: bareInput, witness: 1 + 1 + ecdsa + 1 + key },
  'p2wsh-2of3': { base: bareInput, witness: 1 + 1 + 2 * (1 + ecdsa) + 1 + (3 + 3 * (1 + key)) },
  p2tr: { base: bareInput, witness: 1 + 1 + 64 },
};

/** Length of the script; with the value and its length before it an output is nine bytes more. */
const scripts: Readonly<Record<OutputKind, number>> = { p2pkh: 25, p2sh: 23, p2wpkh: 22, p2wsh: 34, p2tr: 34 };

const countBytes = (count: number): number => (count < 253 ? 1 : count < 65_536 ? 3 : 5);

/** Inputs or outputs of one kind. */
export interface Part<K> {
  kind: K;
  count: number;
}

/**
 * Weight of a transaction before it is signed, as large as it can become.
 * @param note bytes of an OP_RETURN output; none when 0
 * @returns WU
 */
export function txWeight(ins: readonly Part<InputKind>[], outs: readonly Part<OutputKind>[], note = 0): number {
  const inCount = ins.reduce((sum, { count }) => sum + count, 0);
  const outCount = outs.reduce((sum, { count }) => sum + count, 0) + (note > 0 ? 1 : 0);
  const hasWitness = ins.some(({ kind, count }) => kind !== 'p2pkh' && count > 0);
  const noteScript = 1 + (note > 255 ? 3 : note > 75 ? 2 : 1) + note;
  const base =
    4 +
    countBytes(inCount) +
    ins.reduce((sum, { kind, count }) => sum + count * inputs[kind].base, 0) +
    countBytes(outCount) +
    outs.reduce((sum, { kind, count }) => sum + count * (9 + scripts[kind]), 0) +
    (note > 0 ? 8 + countBytes(noteScript) + noteScript : 0) +
    4;
  const witness = hasWitness ? 2 + ins.reduce((sum, { kind, count }) => sum + count * inputs[kind].witness, 0) : 0;
  return 4 * base + witness;
}
