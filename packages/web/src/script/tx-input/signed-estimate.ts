import type { Tx, Vin } from '@glassblock/contract';

/** Bytes of what signs: an ECDSA signature with its hash type, a key, a Schnorr signature of the usual hash type. */
const signature = 72;
const key = 33;
const schnorr = 64;
/** Bytes of a witness of one key: its count, then signature and key with their lengths. */
const keyWitness = 1 + 1 + signature + 1 + key;

/** What signing adds to an input, bytes, by the type of what it spends. P2SH is taken for the wrapped kind of one key. */
const additions: Readonly<Record<string, { script: number; witness: number }>> = {
  p2pk: { script: 1 + signature, witness: 0 },
  p2pkh: { script: 1 + signature + 1 + key, witness: 0 },
  p2sh: { script: 23, witness: keyWitness },
  v0_p2wpkh: { script: 0, witness: keyWitness },
  v1_p2tr: { script: 0, witness: 1 + 1 + schnorr },
};

export interface SignedEstimate {
  /** Weight units. */
  weight: number;
  /** Bytes. */
  size: number;
  /** Inputs of which nobody can say how large their signatures will be. */
  unknown: number;
}

export const isUnsigned = (input: Vin): boolean =>
  !input.is_coinbase &&
  input.scriptsig === '' &&
  (input.witness?.length ?? 0) === 0 &&
  input.prevout?.scriptpubkey_type !== 'anchor';

/** How large a transaction will about be once all inputs are signed. */
export function signedEstimate(tx: Tx): SignedEstimate {
  const missing = tx.vin.filter(isUnsigned).map(({ prevout }) => additions[prevout?.scriptpubkey_type ?? '']);
  const known = missing.flatMap((each) => each ?? []);
  const script = known.reduce((sum, each) => sum + each.script, 0);
  const witnesses = known.filter(({ witness }) => witness > 0);
  const hasWitness = tx.vin.some(({ witness }) => (witness?.length ?? 0) > 0);
  // the first witness brings marker, flag and a count for every input; each input has one count already then
  const frame = hasWitness || witnesses.length === 0 ? 0 : 2 + tx.vin.length;
  const witness = frame + witnesses.reduce((sum, each) => sum + each.witness - 1, 0);
  return {
    weight: tx.weight + 4 * script + witness,
    size: tx.size + script + witness,
    unknown: missing.length - known.length,
  };
}
