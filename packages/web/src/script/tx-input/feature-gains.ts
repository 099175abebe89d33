import type { Tx, Vin } from '@glassblock/contract';

/** Savings of a transaction by features; shares of its weight, 0 to 1, saved or possible. */
export interface FeatureGains {
  segwit: { saved: number; possible: number };
  taproot: { used: boolean; saved: number; possible: number };
  /** An input signals RBF. */
  rbf: boolean;
}

/** Weight saved by SegWit, and possible savings with it and with Taproot. */
interface Sums {
  segwit: number;
  toSegwit: number;
  taproot: number;
  toTaproot: number;
}

const bytes = (hex: string): number => hex.length / 2;
const witnessBytes = ({ witness }: Vin): number => (witness ?? []).reduce((sum, item) => sum + bytes(item), 0);

/** Additional weight of P2SH-nested programs, weight units. */
const wrapped = { key: 84, script: 140 };

/** Adds one input. Scripts count by bytes; inputs with unknown scripts count nothing. */
function addInput(sums: Sums, input: Vin): void {
  if (input.prevout === null) return;
  const sig = bytes(input.scriptsig);
  const witness = witnessBytes(input);
  switch (input.prevout.scriptpubkey_type) {
    case 'v0_p2wpkh':
      sums.segwit += 3 * witness;
      sums.toTaproot += keyPathGain(witness, sig);
      break;
    case 'v0_p2wsh':
      sums.segwit += 3 * witness;
      break;
    case 'v1_p2tr':
      sums.segwit += 3 * (witness + 42);
      if (input.witness?.length === 1) sums.taproot += 42;
      break;
    case 'p2sh':
      if (input.scriptsig.startsWith('160014') && sig === 23) {
        sums.segwit += 3 * witness - wrapped.key;
        sums.toSegwit += wrapped.key;
        sums.toTaproot += keyPathGain(witness, sig);
      } else if (input.scriptsig.startsWith('220020') && sig === 35) {
        sums.segwit += 3 * witness - wrapped.script;
        sums.toSegwit += wrapped.script;
      } else sums.toSegwit += 3 * sig;
      break;
    case 'p2pkh':
    case 'p2pk':
      sums.toSegwit += 3 * sig;
      sums.toTaproot += keyPathGain(witness, sig);
      break;
    case 'multisig':
      sums.toSegwit += Math.max(0, 3 * sig - bytes(input.prevout.scriptpubkey));
      break;
  }
}

/** Returns the weight in addition to one Schnorr signature. */
const keyPathGain = (witness: number, sig: number): number => Math.max(0, witness + 4 * sig - 66);

/** Returns the savings of a transaction other than a coinbase. */
export function featureGains(tx: Pick<Tx, 'vin' | 'vout' | 'weight'>): FeatureGains {
  const sums: Sums = { segwit: 0, toSegwit: 0, taproot: 0, toTaproot: 0 };
  for (const input of tx.vin) addInput(sums, input);
  const { weight } = tx;
  const used = [...tx.vin.map(({ prevout }) => prevout), ...tx.vout].some(
    (output) => output?.scriptpubkey_type === 'v1_p2tr',
  );
  return {
    segwit: {
      saved: Math.max(0, sums.segwit) / (weight + Math.max(0, sums.segwit)),
      possible: Math.min(1, sums.toSegwit / weight),
    },
    taproot: {
      used,
      saved: sums.taproot / (weight + sums.taproot),
      possible: Math.min(1, sums.toTaproot / weight),
    },
    rbf: tx.vin.some(({ sequence }) => sequence < 0xfffffffe),
  };
}
