import type { Fact } from '@glassblock/journal';
import type { NodeClient } from '@glassblock/node';
import { displayHash, hashFromDisplay, type UnixSeconds } from '@glassblock/primitives';
import type { ElementsBlock, ElementsNetworkRow } from '@glassblock/primitives/elements';
import { createLiquidMempool, type LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';
import type { LiquidNode } from '../../network/liquid/liquid-node.ts';
import { departuresOf, minedInBlocks } from './departures.ts';
import { addedFact, firstSeen, removedFact } from './mempool-facts.ts';

/** The mempool of a Liquid node, mirrored without the index, which lacks new blocks while no process leads. */
export interface StandbyMempool {
  /** Transactions that it has reported. */
  readonly known: ReadonlyMap<string, LiquidMempoolTx>;
  /** The mempool has been read. */
  readonly isLoaded: boolean;
  /** Reports what has changed. @throws {CodedError} as NodeClient */
  step(): Promise<void>;
}

/** Options of the mirror. */
export interface StandbyMempoolOptions {
  client: NodeClient;
  node: Pick<LiquidNode, 'block'>;
  /** With the pegged asset as reported by the node; undefined until it has answered. */
  network(): ElementsNetworkRow | undefined;
  /** Called with facts about the mempool, in order. */
  onFacts(facts: readonly Fact[]): void;
  nowMs(): number;
}

/** Newest blocks in which transactions that have left the mempool are looked for: a step takes seconds, a block a minute. */
const maxBlocks = 12;

/** Creates the mirror, which has not read the mempool yet. */
export function createStandbyMempool({ client, node, network, onFacts, nowMs }: StandbyMempoolOptions): StandbyMempool {
  const mempool = createLiquidMempool({
    client,
    network: () => network()!,
    // facts have no prevouts
    resolve: async (txs) => txs.map((tx) => tx.inputs().map(() => undefined)),
    nowMs,
  });
  let known: ReadonlyMap<string, LiquidMempoolTx> = new Map();
  let isLoaded = false;
  /** Oldest first. */
  let blocks: readonly ElementsBlock[] = [];

  async function followBlocks(): Promise<void> {
    const best = await client.rpc('getbestblockhash');
    const fresh: ElementsBlock[] = [];
    let hash: Uint8Array = hashFromDisplay(String(best));
    const isKnown = ({ hash: other }: ElementsBlock) => displayHash(other) === displayHash(hash);
    // before the first step nothing was in the mempool that a block could have mined
    const limit = blocks.length === 0 ? 1 : maxBlocks;
    while (fresh.length < limit && !blocks.some(isKnown)) {
      const block = await node.block(hash);
      fresh.push(block);
      if (block.header.height === 0) break;
      hash = block.header.prevHash;
    }
    blocks = [...blocks.slice(0, blocks.findIndex(isKnown) + 1), ...fresh.reverse()].slice(-maxBlocks);
  }

  return {
    get known() {
      return known;
    },
    get isLoaded() {
      return isLoaded;
    },
    async step() {
      if (network() === undefined) return;
      mempool.expire();
      const state = await mempool.current();
      // after the mempool: a block that has taken transactions from it is among them
      await followBlocks();
      const nowSeconds = nowMs() / 1_000;
      const added = [...state.txs.values()].filter(({ txid }) => !known.has(txid)).reverse();
      const gone = [...known.values()].filter(({ txid }) => !state.txs.has(txid));
      const departures = await departuresOf(minedInBlocks(gone.length === 0 ? [] : blocks), gone, state);
      const times = await firstSeen(client, added, nowSeconds);
      const time = Math.floor(nowSeconds) as UnixSeconds;
      onFacts([
        ...added.map((entry) => addedFact(entry, times.get(entry.txid)!)),
        ...departures.map((departure) => removedFact(departure, time)),
      ]);
      known = state.txs;
      isLoaded = true;
    },
  };
}
