import { displayHash, isCoded } from '@glassblock/primitives';
import { type Change, rowKey } from '@glassblock/store';
import { encodeStaleBody } from '../rows/block/stale-body.ts';
import { tables } from '../rows/tables.ts';
import type { BlockChangeSources } from './block-change.ts';

/** Bytes of packed bodies that are written together. */
const maxBytes = 16_000_000;

/**
 * Stores the bodies of disconnected blocks after the reorg. Until then, and if the program ends before, they can be read
 * from the node as long as it has them.
 */
export class StaleBodies {
  private readonly sources: Pick<BlockChangeSources, 'store' | 'source'>;
  /** Hashes of blocks without a stored body, by display hash. */
  private readonly pending = new Map<string, Uint8Array>();

  constructor(sources: Pick<BlockChangeSources, 'store' | 'source'>) {
    this.sources = sources;
  }

  /** Adds a disconnected block. */
  add(hash: Uint8Array): void {
    this.pending.set(displayHash(hash), hash);
  }

  /** Removes a block that is active again. */
  remove(hash: Uint8Array): void {
    if (this.pending.size > 0) this.pending.delete(displayHash(hash));
  }

  /**
   * Fetches, packs and writes the bodies of all added blocks that the node still has.
   * @throws {CodedError} of the source or the store; the bodies that were not written are tried again
   */
  async store(signal?: AbortSignal): Promise<void> {
    while (this.pending.size > 0 && !signal?.aborted) {
      const changes: Change[] = [];
      const done: string[] = [];
      let bytes = 0;
      for (const [id, hash] of this.pending) {
        const value = await this.packedBody(hash);
        done.push(id);
        if (value !== undefined) {
          changes.push({ table: tables.staleBodies, key: rowKey(tables.staleBodies, hash), value });
          bytes += value.length;
        }
        if (bytes > maxBytes || signal?.aborted) break;
      }
      if (changes.length > 0) await this.write(changes);
      for (const id of done) this.pending.delete(id);
    }
  }

  /** Writes rows without a change of the tip. */
  private async write(changes: readonly Change[]): Promise<void> {
    const view = await this.sources.store.view();
    const { tip } = view;
    await view.close();
    if (tip !== undefined) await this.sources.store.commit(changes, tip);
  }

  /** Returns a disconnected block, packed; undefined if the node has dropped it. */
  private async packedBody(hash: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      return await encodeStaleBody(await this.sources.source.blockWithSpent(hash));
    } catch (error) {
      if (isCoded(error, 'node.no-data') || isCoded(error, 'node.unknown-block')) return undefined;
      throw error;
    }
  }
}
