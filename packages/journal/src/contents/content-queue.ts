import type { Txid } from '@glassblock/primitives';
import { recordKinds, recordOf, recordOverhead } from '../codecs/record.ts';
import { contentRecord } from './content-file.ts';

/** Records that are not on disk yet: queued, or taken by the write that is under way. Keys are txids in hex. */
export class ContentQueue {
  private queued = new Map<string, Uint8Array>();
  private writing = new Map<string, Uint8Array>();
  private queuedBytes = 0;

  /** Bytes of queued records. */
  get bytes(): number {
    return this.queuedBytes;
  }

  get isEmpty(): boolean {
    return this.queued.size === 0;
  }

  has(key: string): boolean {
    return this.queued.has(key) || this.writing.has(key);
  }

  /** Returns the bytes of a transaction that is not on disk yet; undefined when it is not queued. */
  get(key: string): Uint8Array | undefined {
    const record = this.queued.get(key) ?? this.writing.get(key);
    return record === undefined ? undefined : contentRecord.decode(record.subarray(recordOverhead)).raw;
  }

  add(key: string, txid: Txid, raw: Uint8Array): void {
    const record = recordOf(recordKinds.content, contentRecord.encode({ txid, raw }));
    this.queued.set(key, record);
    this.queuedBytes += record.length;
  }

  /** Takes the queued records for a write, which ends with `written`. */
  take(): Uint8Array[] {
    this.writing = this.queued;
    this.clear();
    return [...this.writing.values()];
  }

  /** Records that the write ended: its records are on disk or dropped. */
  written(): void {
    this.writing = new Map();
  }

  /** Drops the queued records. */
  clear(): void {
    this.queued = new Map();
    this.queuedBytes = 0;
  }
}
