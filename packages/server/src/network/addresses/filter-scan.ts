import {
  compareTxNumbers,
  type HistoryEntry,
  noTotals,
  type ScriptTotals,
  type UnspentOutput,
} from '@glassblock/index';
import { fieldsOf, type NodeClient } from '@glassblock/node';
import {
  CodedError,
  displayHash,
  equalBytes,
  type Height,
  hashFromDisplay,
  isCoded,
  isSats,
  toHex,
} from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import type { Bodies } from '../chain/bodies.ts';
import type { HeadBlocks, ServedView } from '../chain/head-blocks.ts';
import { createFilterIndex, type FilterIndex } from './filter-index.ts';

/* Single addresses on a node that has pruned blocks which the index needs: the node's block filters (BIP 158), which pruning keeps, show the blocks that may touch the address, and those are read. Complete when all of them are available. */

/** Searches of block filters. */
export interface FilterScan {
  /** Registers a script by its hash (hex), so that it can be searched. */
  remember(scriptHash: string, script: Uint8Array): void;
  /**
   * Returns a view that answers for this script from a search.
   * @throws {CodedError} index.lacks-blocks when the node has no filters, or the script is unknown or too busy;
   * index.scanning while the search runs; node.no-data when a block that may touch the script is pruned
   */
  over(view: ServedView, scriptHash: string): Promise<ServedView>;
}

/** Options of the filter scan. */
export interface FilterScanOptions {
  /** A client with a timeout long enough for a search. */
  client: NodeClient;
  bodies: Bodies;
  head: HeadBlocks;
  nowMs(): number;
}

interface Found extends HistoryEntry {
  txid: Uint8Array;
  outputs: { vout: number; value: number }[];
  /** Outpoints of the script that it spends. */
  spends: string[];
}

interface Searched {
  /** Searched up to this height. */
  height: number;
  hash: string;
  /** Oldest first. */
  entries: Found[];
  /** Newest transactions first. */
  unspent: UnspentOutput[];
}

const maxScripts = 1_000;
const maxSearches = 100;
const maxBlocks = 1_000;
/** A request waits this long for its search, which continues in the background. */
const timeoutMs = 8_000;

/** Creates the filter scan of a node. */
export function createFilterScan({ client, bodies, head, nowMs }: FilterScanOptions): FilterScan {
  const scripts = new LRUCache<string, Uint8Array>({ max: maxScripts });
  const searches = new LRUCache<string, Searched>({ max: maxSearches });
  const filters = createFilterIndex(client, nowMs);
  let running: { scriptHash: string; work: Promise<Searched> } | undefined;

  /** Searches a script up to the node's tip, continuing an earlier search. */
  async function search(scriptHash: string, script: Uint8Array): Promise<Searched> {
    const searched = await continueSearch({ client, bodies, head, filters }, script, searches.get(scriptHash));
    searches.set(scriptHash, searched);
    return searched;
  }

  async function searchedFor(scriptHash: string): Promise<Searched> {
    const script = scripts.get(scriptHash);
    if (script === undefined || !(await filters.isComplete())) throw lacking();
    if (running !== undefined && running.scriptHash !== scriptHash) throw scanning();
    if (running === undefined) {
      const work = search(scriptHash, script);
      running = { scriptHash, work };
      const done = () => {
        running = undefined;
      };
      work.then(done, done);
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(scanning()), timeoutMs);
    });
    try {
      return await Promise.race([running.work, late]);
    } catch (error) {
      if (isCoded(error, 'node.rpc')) throw lacking();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    remember: (scriptHash, script) => void scripts.set(scriptHash, script),
    async over(view, scriptHash) {
      return overlay(view, scriptHash, await searchedFor(scriptHash));
    },
  };
}

const lacking = () => new CodedError('index.lacks-blocks', 'the node has pruned blocks that the index needs');
const scanning = () => new CodedError('index.scanning', 'the search is still running');

interface SearchSources {
  client: NodeClient;
  bodies: Bodies;
  head: HeadBlocks;
  filters: FilterIndex;
}

/** Searches the blocks above those of the last search, where that one is still of the best chain, else all. */
async function continueSearch(
  { client, bodies, head, filters }: SearchSources,
  script: Uint8Array,
  last: Searched | undefined,
): Promise<Searched> {
  const tip = await head.tip();
  if (last?.hash === displayHash(tip.hash)) return last;
  const height = await filters.heightUpTo(tip.height);
  const end = height === tip.height ? tip : height < 0 ? undefined : await head.headerAt(height);
  if (end === undefined) throw lacking();
  const hash = displayHash(end.hash);
  if (last?.hash === hash) return last;
  const isOnChain = last !== undefined && displayHash((await head.headerAt(last.height))!.hash) === last.hash;
  const from = isOnChain ? last.height + 1 : 0;
  if (isOnChain && from > height) return last;
  const entries = isOnChain ? [...last.entries] : [];
  for (const block of await matchingBlocks(client, script, from, height)) {
    entries.push(...(await entriesIn(client, bodies, block, script)));
  }
  entries.sort((a, b) => compareTxNumbers(a.number, b.number));
  return { height, hash, entries: withTotals(entries), unspent: unspentOf(entries) };
}

/** Returns the blocks whose filters match a script, internal order. */
async function matchingBlocks(client: NodeClient, script: Uint8Array, from: number, to: number): Promise<Uint8Array[]> {
  const objects = [{ desc: `raw(${toHex(script)})` }];
  const answer = fieldsOf(await client.rpc('scanblocks', 'start', objects, from, to), 'scanblocks');
  const blocks = answer['relevant_blocks'];
  if (!Array.isArray(blocks) || blocks.length > maxBlocks) throw lacking();
  return blocks.map((block) => hashFromDisplay(String(block)));
}

/** Returns the transactions of a block that touch a script, in the order of the block, without totals. */
async function entriesIn(client: NodeClient, bodies: Bodies, hash: Uint8Array, script: Uint8Array): Promise<Found[]> {
  const header = fieldsOf(await client.rpc('getblockheader', displayHash(hash), true), 'getblockheader');
  const height = Number(header['height']) as Height;
  const body = await bodies.body(hash);
  const entries: Found[] = [];
  for (let position = 0; position < body.txCount; position++) {
    const tx = body.tx(position);
    const outputs = tx.outputs().flatMap(({ value, script: theirs }, vout) => {
      return isSats(value) && equalBytes(theirs, script) ? [{ vout, value: Number(value) }] : [];
    });
    const spent = body.prevouts(position).flatMap(({ value, script: theirs }, vin) => {
      return isSats(value) && equalBytes(theirs, script) ? [{ vin, value: Number(value) }] : [];
    });
    if (outputs.length + spent.length === 0) continue;
    const sum = (list: readonly { value: number }[]) => list.reduce((total, { value }) => total + BigInt(value), 0n);
    entries.push({
      number: { height, position },
      txid: tx.txid.slice(),
      outputs,
      spends: spent.map(({ vin }) => {
        const { prevTxid, prevVout } = tx.input(vin);
        return `${displayHash(prevTxid)}:${prevVout}`;
      }),
      delta: {
        fundedCount: outputs.length,
        fundedSum: sum(outputs),
        spentCount: spent.length,
        spentSum: sum(spent),
      },
      totals: noTotals,
    });
  }
  return entries;
}

function withTotals(entries: readonly Found[]): Found[] {
  let totals: ScriptTotals = noTotals;
  return entries.map((entry) => {
    const { delta } = entry;
    totals = {
      txCount: totals.txCount + 1,
      fundedCount: totals.fundedCount + delta.fundedCount,
      fundedSum: totals.fundedSum + delta.fundedSum,
      spentCount: totals.spentCount + delta.spentCount,
      spentSum: totals.spentSum + delta.spentSum,
    };
    return { ...entry, totals };
  });
}

function unspentOf(entries: readonly Found[]): UnspentOutput[] {
  const spent = new Set(entries.flatMap(({ spends }) => spends));
  return [...entries].reverse().flatMap(({ number, txid, outputs }) => {
    const id = displayHash(txid);
    return outputs
      .filter(({ vout }) => !spent.has(`${id}:${vout}`))
      .map(({ vout, value }): UnspentOutput => ({ number, vout, value }));
  });
}

/** Returns a view whose answers about one script come from a search. */
function overlay(view: ServedView, scriptHash: string, { entries, unspent }: Searched): ServedView {
  const own = <T>(asked: Uint8Array, answer: () => T): T => {
    if (toHex(asked) === scriptHash) return answer();
    throw new CodedError('index.lacks-blocks', 'only this script was searched');
  };
  const at = (number: Found['number']) => entries.find((entry) => compareTxNumbers(entry.number, number) === 0);
  return {
    ...view,
    totals: async (hash) => own(hash, () => entries.at(-1)?.totals ?? noTotals),
    history: async (hash, { before, limit }) =>
      own(hash, () =>
        entries
          .filter(({ number }) => before === undefined || compareTxNumbers(number, before) < 0)
          .slice(-limit)
          .reverse(),
      ),
    historyEntry: async (hash, number) => own(hash, () => at(number)),
    unspentPage: async (hash, { after, limit }) =>
      own(hash, () => {
        const start =
          after === undefined
            ? 0
            : unspent.findIndex(({ number, vout }) => {
                const order = compareTxNumbers(number, after.number);
                return order < 0 || (order === 0 && vout > after.vout);
              });
        return start < 0 ? [] : unspent.slice(start, start + limit);
      }),
    async locate(txid) {
      const found = entries.filter((entry) => equalBytes(entry.txid, txid)).map(({ number }) => number);
      return found.length > 0 ? found : view.locate(txid);
    },
    txids: async (numbers) => numbers.map((number) => at(number)?.txid),
  };
}
