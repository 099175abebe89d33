import { type AddressRange, addressKey, CodedError, equalBytes, type Height, toHex } from '@glassblock/primitives';
import type { Engine, RowChange } from '@glassblock/store';
import type { ChainSource } from '../chain-source.ts';
import type { ChainFormat } from '../formats/chain-format.ts';
import {
  addressRow,
  type BookMarker,
  decodeMarker,
  encodeMarker,
  keyOfRow,
  markerKey,
  rowKeyOf,
  storedHashes,
} from '../rows/script/address-book-rows.ts';

/** The part of a chain source that an address index reads. */
export interface BookSource extends Pick<ChainSource, 'tip' | 'hashAt'> {
  /** As `ChainSource`; only the hashes are read. */
  headersFrom(height: number, count: number): Promise<readonly { hash: Uint8Array }[]>;
  /** As `ChainSource`; spent outputs are not read, and may be left out. */
  blockWithSpent(hash: Uint8Array): Promise<{ block: Uint8Array }>;
}

/** Options of an address index. */
export interface AddressBookOptions {
  /** For the address index alone; its batches are atomic. */
  engine: Engine;
  source: BookSource;
  format: Pick<ChainFormat, 'readScripts'>;
  /**
   * Called after each durable batch.
   * @param height of the last block in it
   */
  onProgress(height: Height): void;
  /** Addresses per batch; default 20,000, a few megabytes. */
  batchRows?: number;
}

/**
 * All addresses that blocks pay to, one row each. It follows the node independently of the index. Rows remain after a
 * reorg, so callers check in the index whether an address is still used.
 */
export interface AddressBook {
  /** Height of the last block in it; undefined while empty. */
  readonly height: Height | undefined;
  /** Returns keys (see `addressKey`) in the ranges, in byte order within each, at most `limit` in total. */
  keys(ranges: readonly AddressRange[], limit: number): Promise<Uint8Array[]>;
  /**
   * Adds blocks up to the node's tip.
   * @throws {CodedError} of the source or the store; committed blocks stay, and the next call continues
   */
  catchUp(signal?: AbortSignal): Promise<void>;
}

/** Block hashes per request. */
const headersPerBatch = 100;
const defaultBatchRows = 20_000;
/** Attempts without progress before the node's answers are reported as inconsistent. */
const maxIdleRounds = 8;

/** Opens the address index of an engine. */
export async function openAddressBook(options: AddressBookOptions): Promise<AddressBook> {
  const { engine, source, format, onProgress, batchRows = defaultBatchRows } = options;
  if (!engine.atomic) throw new Error('an address book needs an engine with whole batches');
  const [stored] = await engine.getMany([markerKey]);
  let marker: BookMarker | undefined = stored === undefined ? undefined : decodeMarker(stored);

  /** Disconnects blocks that left the active chain, all of them if the fork is unknown. */
  async function backToFork(): Promise<void> {
    while (marker !== undefined) {
      const [hash, ...hashes] = marker.hashes;
      const active = await source.hashAt(marker.height);
      if (hash !== undefined && active !== undefined && equalBytes(hash, active)) return;
      const height = (marker.height - 1) as Height;
      marker = hashes.length === 0 || height < 0 ? undefined : { height, hashes };
    }
  }

  /**
   * Adds some blocks.
   * @returns whether there were any
   */
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
      const { prevHash, scripts } = format.readScripts((await source.blockWithSpent(hash)).block);
      // a reorg happened since the headers were requested, or since the last batch
      if (next !== undefined && !equalBytes(prevHash, next.hashes[0]!)) break;
      for (const script of scripts) {
        const key = addressKey(script);
        if (key !== undefined) rows.set(toHex(key), addressRow(key));
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
        throw new CodedError('index.tip-moved', "the node's blocks do not form a chain");
      }
    },
  };
}
