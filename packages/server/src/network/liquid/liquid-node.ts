import type { TxNumber } from '@glassblock/index';
import type { ElementsView } from '@glassblock/index/elements';
import { createElementsBlockSource, elementsTransactions, type NodeClient } from '@glassblock/node';
import { CodedError, displayHash } from '@glassblock/primitives';
import {
  type ElementsBlock,
  type ElementsHeader,
  type ElementsTransaction,
  readElementsBlock,
  readElementsHeader,
} from '@glassblock/primitives/elements';
import { LRUCache } from 'lru-cache';

/** Blocks and transactions of a Liquid node, with a cache of those read last. */
export interface LiquidNode {
  /** @throws {CodedError} node.no-data, node.unknown-block; as NodeClient */
  block(hash: Uint8Array): Promise<ElementsBlock>;
  header(hash: Uint8Array): Promise<ElementsHeader>;
  /**
   * Returns confirmed transactions. They are requested with their block, so the node needs no transaction index.
   * @throws {CodedError} node.no-data; as NodeClient
   */
  confirmed(view: ElementsView, numbers: readonly TxNumber[]): Promise<ElementsTransaction[]>;
}

/** A confirmed transaction that the node does not return. */
const noTransaction = (txid: string, cause: CodedError) =>
  new CodedError('node.no-data', 'the node does not have a transaction', { datum: txid, cause });

/** Creates the reader of a node. @param cacheBytes of transactions and blocks, each */
export function createLiquidNode(client: NodeClient, cacheBytes: number): LiquidNode {
  const source = createElementsBlockSource(client, false);
  const sizes = { maxSize: cacheBytes, sizeCalculation: ({ size }: { size: number }) => size + 500 };
  const txs = new LRUCache<string, ElementsTransaction>(sizes);
  const blocks = new LRUCache<string, ElementsBlock>(sizes);

  return {
    async block(hash) {
      const id = displayHash(hash);
      const known = blocks.get(id);
      if (known !== undefined) return known;
      const block = readElementsBlock(await source.block(hash));
      blocks.set(id, block);
      return block;
    },
    header: async (hash) => readElementsHeader(await source.header(hash)),
    async confirmed(view, numbers) {
      const ids = (await view.txids(numbers)).map((txid) => displayHash(txid!));
      const found = new Map<string, ElementsTransaction>();
      const open = new Map<string, number>();
      for (const [i, id] of ids.entries()) {
        const known = txs.get(id);
        if (known === undefined) open.set(id, i);
        else found.set(id, known);
      }
      const heights = [...open.values()].map((i) => numbers[i]!.height);
      const rows = await view.blocksAt(heights);
      const wanted = [...open.keys()].map((txid, i) => ({ txid, blockHash: displayHash(rows[i]!.header.hash) }));
      for (const [i, tx] of (await elementsTransactions(client, wanted, noTransaction)).entries()) {
        const { txid } = wanted[i]!;
        txs.set(txid, tx);
        found.set(txid, tx);
      }
      return ids.map((id) => found.get(id)!);
    },
  };
}
