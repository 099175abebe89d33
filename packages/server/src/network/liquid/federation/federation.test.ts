import { type ElementsView, noAssetTotals } from '@glassblock/index/elements';
import { networks } from '@glassblock/primitives';
import { elementsNetworks } from '@glassblock/primitives/elements';
import { expect, it } from 'vitest';
import { type ParentNetwork, startFederation } from './federation.ts';

const progress = { height: 1, nodeHeight: 1, synced: true, failure: undefined, lacksBlocks: false, build: undefined };
const tipOf = (byte: number) => ({ height: 1, hash: new Uint8Array(32).fill(byte) });

/** The audit of two chains without pegs, whose tips the test sets. */
function openAudit() {
  const chains = { tip: tipOf(1), parentTip: tipOf(2), nativeAsset: elementsNetworks.liquidregtest.nativeAsset };
  const calls = { audits: 0, reports: 0, failures: 0 };
  let rested = Promise.withResolvers<void>();
  const view = () =>
    ({
      tip: chains.tip,
      async pegCount() {
        calls.audits++;
        return 0;
      },
      federations: async () => [],
      assetTotals: async () => noAssetTotals,
    }) as unknown as ElementsView;
  const lease = async () => ({
    value: { tip: chains.parentTip },
    release: async () => undefined,
  });
  const parent = {
    network: networks.regtest,
    progress: () => progress,
    nodeState: () => ({ name: 'ready' }),
    index: () => ({ store: { leaseMade: () => undefined, lease } }),
  } as unknown as ParentNetwork;
  const federation = startFederation({
    parent,
    withView: (work) => work(view()),
    progress: () => progress,
    nativeAsset: () => chains.nativeAsset,
    nodeScripts: () => [],
    cacheBytes: 1_000_000,
    sleep: async () => rested.resolve(),
    nowMs: () => 0,
    onReport: async () => void calls.reports++,
    onFailure: () => void calls.failures++,
    onFatal: (error) => rested.reject(error),
  });
  const wake = async () => {
    rested = Promise.withResolvers();
    federation.wake();
    await rested.promise;
  };
  return { federation, chains, calls, wake };
}

it('audits again when a chain has another tip or the node reports another asset, and only then', async () => {
  const { federation, chains, calls, wake } = openAudit();
  await wake();
  await wake();
  expect(calls).toEqual({ audits: 1, reports: 1, failures: 0 });
  const first = federation.report();
  chains.tip = tipOf(3);
  await wake();
  await wake();
  expect(calls).toEqual({ audits: 2, reports: 2, failures: 0 });
  expect(federation.report()).not.toBe(first);
  chains.parentTip = tipOf(4);
  await wake();
  chains.nativeAsset = elementsNetworks.liquid.nativeAsset;
  await wake();
  await wake();
  expect(calls).toEqual({ audits: 4, reports: 4, failures: 0 });
  expect(federation.progress().state).toBe('ready');
  await federation.stop();
});
