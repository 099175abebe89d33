import type { Tx, Vin } from '@glassblock/contract';

/** Bytes of an ECDSA signature with hash type, a public key, and a Schnorr signature with the default hash type. */
const signature = 72;
const key = 33;
const schnorr = 64;
/** Bytes of a single-key witness: item count, then signature and public key with their lengths. */
const keyWitness = 1 + 1 + signature + 1 + key;

/** Bytes that signing adds to an input, by prevout type. P2SH is assumed to be nested P2WPKH. */
const additions: Readonly<Record<string, { script: number; witness: number }>> = {
  p2pk: { script: 1 + signature, witness: 0 },
  p2pkh: { script: 1 + signature + 1 + key, witness: 0 },
  p2sh: { script: 23, witness: keyWitness },
  v0_p2wpkh: { script: 0, witness: keyWitness },
  v1_p2tr: { script: 0, witness: 1 + 1 + schnorr },
};

/** Estimated size of the signed transaction. */
export interface SignedEstimate {
  /** Weight units. */
  weight: number;
  /** Bytes. */
  size: number;
  /** Inputs whose signature size is unknown. */
  unknown: number;
}

/** Returns true for an input without signature. */
export const isUnsigned = (input: Vin): boolean =>
  !input.is_coinbase &&
  input.scriptsig === '' &&
  (input.witness?.length ?? 0) === 0 &&
  input.prevout?.scriptpubkey_type !== 'anchor';

/** Estimates the size of a transaction once all inputs are signed. */
export function signedEstimate(tx: Tx): SignedEstimate {
  const missing = tx.vin.filter(isUnsigned).map(({ prevout }) => additions[prevout?.scriptpubkey_type ?? '']);
  const known = missing.flatMap((each) => each ?? []);
  const script = known.reduce((sum, each) => sum + each.script, 0);
  const witnesses = known.filter(({ witness }) => witness > 0);
  const hasWitness = tx.vin.some(({ witness }) => (witness?.length ?? 0) > 0);
  // the first witness adds marker, flag and an item count for every input
  const frame = hasWitness || witnesses.length === 0 ? 0 : 2 + tx.vin.length;
  const witness = frame + witnesses.reduce((sum, each) => sum + each.witness - 1, 0);
  return {
    weight: tx.weight + 4 * script + witness,
    size: tx.size + script + witness,
    unknown: missing.length - known.length,
  };
}
