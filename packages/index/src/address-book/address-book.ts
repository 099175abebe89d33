import {
  type AddressRange,
  addressKey,
  CodedError,
  equalBytes,
  type Height,
  readBlock,
  toHex,
} from '@glassblock/primitives';
import type { Engine, RowChange } from '@glassblock/store';
import type { ChainSource } from '../chain-source.ts';
import {
  addressRow,
  type BookMarker,
  decodeMarker,
  encodeMarker,
  keyOfRow,
  markerKey,
  rowKeyOf,
  storedHashes,
} from '../rows/address-book-rows.ts';

export interface AddressBookOptions {
  /** Of the book alone; it writes batches whole. */
  engine: Engine;
  source: ChainSource;
  /** Told of each batch after it is durable. @param height  of the last block in the book */
  onProgress(height: Height): void;
  /** Addresses after which a batch is written; 20,000, a few megabytes, unless said otherwise. */
  batchRows?: number;
}

/**
 * Every address that blocks of the chain pay to, by its letters: one row each. It follows the node by itself, apart from the
 * index. Rows stay when their block leaves the chain, so who asks looks in the index whether an address is still there.
 */
export interface AddressBook {
  /** Height of the last block in it; undefined while it is empty. */
  readonly height: Height | undefined;
  /** Keys (see `addressKey`) in the ranges, in bytewise order in each, at most `limit` in all. */
  keys(ranges: readonly AddressRange[], limit: number): Promise<Uint8Array[]>;
  /** Puts in blocks until it stands at the node's tip. @throws {CodedError} of the source or the store; what was committed
   *  stays, and the next call goes on from there */
  catchUp(signal?: AbortSignal): Promise<void>;
}

/** Blocks whose hashes are asked for at once. */
const headersPerBatch = 100;
const defaultBatchRows = 20_000;
/** Attempts without progress before the node's answers are called inconsistent. */
const maxIdleRounds = 8;

export async function openAddressBook(options: AddressBookOptions): Promise<AddressBook> {
  const { engine, source, onProgress, batchRows = defaultBatchRows } = options;
  if (!engine.atomic) throw new Error('an address book needs an engine with whole batches');
  const [stored] = await engine.getMany([markerKey]);
  let marker: BookMarker | undefined = stored === undefined ? undefined : decodeMarker(stored);

  /** Lets go of blocks that left the active chain, of all when it cannot be told where they left it. */
  async function backToFork(): Promise<void> {
    while (marker !== undefined) {
      const [hash, ...hashes] = marker.hashes;
      const active = await source.hashAt(marker.height);
      if (hash !== undefined && active !== undefined && equalBytes(hash, active)) return;
      const height = (marker.height - 1) as Height;
      marker = hashes.length === 0 || height < 0 ? undefined : { height, hashes };
    }
  }

  /** Puts in some blocks. @returns whether there were any */
  async function putIn(signal: AbortSignal | undefined): Promise<boolean> {
    const from = marker === undefined ? 0 : marker.height + 1;
    const headers = await source.headersFrom(from, headersPerBatch);
    let rows = new Map<string, RowChange>();
    let next = marker;
    const commit = async () => {
      if (next === marker || next === undefined) return;
      await engine.write([...rows.values(), { key: markerKey, value: encodeMarker(next) }], { durable: true });
      rows = new Map();
      marker = next;
      onProgress(next.height);
    };
    for (const { hash } of headers) {
      if (signal?.aborted) break;
      const block = readBlock((await source.blockWithSpent(hash)).block);
      // the chain moved between the question for its headers and now, or since the last batch
      if (next !== undefined && !equalBytes(block.header.prevHash, next.hashes[0]!)) break;
      for (const tx of block.txs) {
        for (let vout = 0; vout < tx.outputCount; vout++) {
          const key = addressKey(tx.output(vout).script);
          if (key !== undefined) rows.set(toHex(key), addressRow(key));
        }
      }
      const height = (next === undefined ? 0 : next.height + 1) as Height;
      next = { height, hashes: [hash, ...(next?.hashes ?? [])].slice(0, storedHashes) };
      if (rows.size >= batchRows) await commit();
    }
    await commit();
    return next !== undefined && next.height >= from;
  }

  return {
    get height() {
      return marker?.height;
    },
    async keys(ranges, limit) {
      const found: Uint8Array[] = [];
      for (const { from, until } of ranges) {
        if (found.length >= limit) break;
        const rows = await engine.scan({ gte: rowKeyOf(from), lt: rowKeyOf(until), limit: limit - found.length });
        found.push(...rows.map(([key]) => keyOfRow(key)));
      }
      return found;
    },
    async catchUp(signal) {
      for (let idle = 0; !signal?.aborted; ) {
        const target = await source.tip();
        if (marker !== undefined && target.catchingUp && target.height < marker.height) return;
        await backToFork();
        if (marker !== undefined && equalBytes(marker.hashes[0]!, target.hash)) return;
        idle = (await putIn(signal)) ? 0 : idle + 1;
        if (idle < maxIdleRounds) continue;
        throw new CodedError('index.tip-moved', 'the node names blocks that do not follow each other');
      }
    },
  };
}
