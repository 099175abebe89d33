/**
 * Runs the simulated node in a worker thread:
 *     const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options });
 *     worker.once('message', ({ rpcUrl, zmqUrl }) => ...);
 *     worker.postMessage({ type: 'stop' });
 * `options` are those of createDevnode without `clock`. A failing start ends the thread with the error.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { hashFromDisplay } from '@glassblock/primitives';
import { createDevnode, type DevnodeOptions } from './devnode.ts';
import type { ElementsNode } from './elements/elements-node.ts';
import { simulatedNodeKey } from './lightning/lightning-nodes.ts';
import { type SimulatedGeography, simulatedGeography } from './lightning/simulated-geography.ts';
import { type MempoolFeeRates, mainnetFeeRates } from './traffic/mainnet/fee-drift.ts';
import { fullBlocks } from './traffic/mainnet/past-blocks.ts';

/** The message with the addresses of the node. */
export interface DevnodeReady {
  type: 'ready';
  rpcUrl: string;
  zmqUrl: string;
  /** The simulated lnd; undefined without a Lightning network. */
  lndUrl: string | undefined;
  /** Records of geographic files for the addresses of its nodes, and the keys of the largest nodes. */
  geography: SimulatedGeography;
  largeNodes: string[];
  /** The simulated Elements node; undefined without. */
  elements: { rpcUrl: string; zmqUrl: string; registry: ReturnType<ElementsNode['registry']> } | undefined;
  /** Fee rates of the mempool with the mainnet-like course. */
  feeRates: MempoolFeeRates;
  /** Newest blocks, oldest first. */
  blocks: { height: number; hash: Uint8Array; time: number }[];
  /** Time of the last block before the fast ones, Unix seconds; undefined without the mainnet-like course. */
  fastSince: number | undefined;
}

/** The message after an issuance: the registry of all assets. */
export interface DevnodeRegistry {
  type: 'registry';
  registry: ReturnType<ElementsNode['registry']>;
}

/** The message after `finish-elements`: the simulated Elements node, whose past was unfinished, is ready. */
export interface ElementsFinished {
  type: 'elements-finished';
}

/** Nodes of the message. */
const largeNodeCount = 12;
/** Blocks of the message, at most: those of a day. */
const maxBlocks = 160;

if (parentPort !== null) {
  const port = parentPort;
  const devnode = await createDevnode(workerData as DevnodeOptions);
  const { chain } = devnode.state;
  const first = Math.max(1, chain.height - maxBlocks + 1);
  const blocks = Array.from({ length: chain.height - first + 1 }, (_, i) => {
    const { height, hash, time } = chain.at(first + i)!;
    return { height, hash: hashFromDisplay(hash), time };
  });
  const { course, seed } = workerData as DevnodeOptions;
  const ready: DevnodeReady = {
    type: 'ready',
    rpcUrl: devnode.rpcUrl,
    zmqUrl: devnode.zmqUrl,
    lndUrl: devnode.lndUrl,
    geography: simulatedGeography(),
    largeNodes: Array.from({ length: largeNodeCount }, (_, index) => simulatedNodeKey(seed, index)),
    elements: devnode.elements && {
      rpcUrl: devnode.elements.rpcUrl,
      zmqUrl: devnode.elements.zmqUrl,
      registry: devnode.elements.registry(),
    },
    feeRates: mainnetFeeRates,
    blocks,
    fastSince: course === 'mainnet' ? blocks.at(-1 - fullBlocks)?.time : undefined,
  };
  port.postMessage(ready);
  const { elements } = devnode;
  let assets = elements?.wallet.issued.length;
  elements?.chain.listen(({ kind }) => {
    if (kind !== 'connected' || assets === elements.wallet.issued.length) return;
    assets = elements.wallet.issued.length;
    const message: DevnodeRegistry = { type: 'registry', registry: elements.registry() };
    port.postMessage(message);
  });
  port.on('message', ({ type }: { type: 'stop' | 'finish-elements' }) => {
    if (type === 'stop') void devnode.stop().then(() => port.close());
    else
      void elements
        ?.finishPast()
        .then(() => port.postMessage({ type: 'elements-finished' } satisfies ElementsFinished));
  });
}
