import { CodedError } from '@glassblock/primitives';
import type { Miner } from '../acceleration/miners.ts';

/** A miner of a test: a map of fee deltas. */
export interface ScriptedMiner extends Miner {
  readonly deltas: Map<string, number>;
  isAway: boolean;
  /** Its mempool lacks the transactions, and refuses them for this reason; undefined: it accepts them. */
  lacks: { refusal: string | undefined } | undefined;
  /** Raw transactions that it took. */
  readonly submitted: Uint8Array[];
}

/** Creates a miner. @param onCall called before and after each change; may throw as if the program ended there */
export function createScriptedMiner(
  name: string,
  miningPoolId: number | undefined,
  onCall: () => void = () => undefined,
): ScriptedMiner {
  const deltas = new Map<string, number>();
  const miner: ScriptedMiner = {
    name,
    miningPoolId,
    deltas,
    isAway: false,
    lacks: undefined,
    submitted: [],
    hasTransaction: async () => miner.lacks === undefined,
    async submit(raw) {
      if (miner.lacks?.refusal !== undefined) throw new CodedError(miner.lacks.refusal, 'refused');
      miner.submitted.push(raw);
    },
    async feeDeltas() {
      if (miner.isAway) throw new Error('away');
      onCall();
      return new Map(deltas);
    },
    async addFeeDelta(txid, sats) {
      if (miner.isAway) throw new Error('away');
      onCall();
      const delta = (deltas.get(txid) ?? 0) + sats;
      if (delta === 0) deltas.delete(txid);
      else deltas.set(txid, delta);
      onCall();
    },
  };
  return miner;
}
