import { maskedChecksum } from './checksum.ts';

/** Size of the blocks that a log consists of; records do not cross their borders, fragments of a record do. */
export const logBlockBytes = 32_768;
const headerBytes = 7;
const fragment = { zero: 0, full: 1, first: 2, middle: 3, last: 4 } as const;

/** A part of a log, in the order in which LevelDB reads it. */
export type LogPart =
  | { type: 'record'; offset: number; bytes: Uint8Array }
  /** LevelDB skips bytes from here on, at most to the end of the block. */
  | { type: 'skipped'; offset: number; fault: string };

/**
 * Reads a log or manifest as LevelDB does. A record that the end of the file cuts off is not reported: a killed process
 * leaves one. Source: google/leveldb, doc/log_format.md.
 */
export function* readLog(log: Uint8Array): Generator<LogPart> {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  let begun: Begun | undefined;
  for (let blockStart = 0; blockStart < log.length; blockStart += logBlockBytes) {
    const blockEnd = Math.min(blockStart + logBlockBytes, log.length);
    for (let offset = blockStart; offset + headerBytes <= blockEnd; ) {
      const length = view.getUint16(offset + 4, true);
      const kind = view.getUint8(offset + 6);
      const end = offset + headerBytes + length;
      if (end > blockEnd) {
        if (blockEnd - blockStart < logBlockBytes) return;
        yield { type: 'skipped', offset, fault: 'a record is longer than its block' };
        begun = undefined;
        break;
      }
      if (kind === fragment.zero && length === 0) {
        // preallocated space
        begun = undefined;
        break;
      }
      if (view.getUint32(offset, true) !== maskedChecksum(log.subarray(offset + 6, end))) {
        yield { type: 'skipped', offset, fault: 'the checksum of a record is wrong' };
        begun = undefined;
        break;
      }
      const bytes = log.subarray(offset + headerBytes, end);
      if (kind === fragment.full) {
        if (begun !== undefined) yield cutOff(begun);
        begun = undefined;
        yield { type: 'record', offset, bytes };
      } else if (kind === fragment.first) {
        if (begun !== undefined) yield cutOff(begun);
        begun = { offset, fragments: [bytes] };
      } else if (kind !== fragment.middle && kind !== fragment.last) {
        yield { type: 'skipped', offset, fault: `a record has the unknown type ${kind}` };
        begun = undefined;
      } else if (begun === undefined) {
        yield { type: 'skipped', offset, fault: 'the start of a record is missing' };
      } else {
        begun.fragments.push(bytes);
        if (kind === fragment.last) {
          yield { type: 'record', offset: begun.offset, bytes: Buffer.concat(begun.fragments) };
          begun = undefined;
        }
      }
      offset = end;
    }
  }
}

/** A record whose last fragment has not been read yet. */
interface Begun {
  offset: number;
  fragments: Uint8Array[];
}

const cutOff = ({ offset }: Begun): LogPart => ({ type: 'skipped', offset, fault: 'the end of a record is missing' });
