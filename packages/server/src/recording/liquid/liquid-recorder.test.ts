import type { ElementsView } from '@glassblock/index/elements';
import { createReplacements } from '@glassblock/mempool';
import { displayHash } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import { expect, it } from 'vitest';
import type { LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';
import { type LiquidRecorderOptions, startLiquidRecorder } from './liquid-recorder.ts';

const hash = (name: string) => new Uint8Array(32).fill(name.charCodeAt(0));
const idOf = (name: string) => displayHash(hash(name));
const nameOf = (txid: Uint8Array) => String.fromCharCode(txid[0]!);

/** A mempool with transactions that spend nothing that is known. */
const mempoolOf = (names: string) =>
  new Map(
    [...names].map((name) => {
      const tx = { txid: hash(name), inputs: () => [], discountWeight: 400 };
      return [idOf(name), { txid: idOf(name), tx, fee: 100, parents: new Set() } as unknown as LiquidMempoolTx];
    }),
  );

it('continues from the mempool that the mirror of a process on standby has reported, read again', async () => {
  const facts: string[] = [];
  // as it was before the mirror ended
  let names = 'ab';
  const view = {
    tip: { hash: hash('t'), height: 1 },
    locate: async (txid: Uint8Array) => (nameOf(txid) === 'a' ? [{}] : []),
  } as unknown as ElementsView;
  const recorder = startLiquidRecorder({
    mempool: {
      current: async () => ({ txs: mempoolOf(names), spends: new Map(), byScript: new Map(), count: names.length }),
      expire: () => void (names = 'bcd'),
    },
    client: {
      rpc: async () => idOf('t'),
      batch: async (calls: readonly unknown[]) => calls.map(() => ({ result: { time: 5 } })),
    },
    isSynced: () => true,
    withView: (work: (one: ElementsView) => unknown) => work(view),
    journal: {
      mempool: (some: readonly { type: string; txid: Uint8Array }[]) =>
        void facts.push(...some.map(({ type, txid }) => `${type} ${nameOf(txid)}`)),
      appendMissedRemovals: async () => undefined,
    },
    replacements: createReplacements({ nowSeconds: () => 0 }),
    replaced: new LRUCache({ max: 1 }),
    endMirror: async () => mempoolOf('abc'),
    // no sample is taken in the first minute of 1970
    nowMs: () => 0,
    onFailure: (error: unknown) => void facts.push(String(error)),
    onFatal: (error: unknown) => void facts.push(String(error)),
  } as unknown as LiquidRecorderOptions);
  recorder.wake();
  await recorder.stop();
  expect(facts.sort()).toEqual(['tx-added d', 'tx-removed a']);
});
