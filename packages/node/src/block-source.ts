import {
  CodedError,
  displayHash,
  fromHex,
  isCoded,
  type OutputValue,
  readBlock,
  readHeader,
  writeSpentOutputs,
} from '@glassblock/primitives';
import { fieldsOf, satsOfBtc, textField } from './answers.ts';
import type { BlockBytes } from './block-files/block-bytes.ts';
import type { BlockFilesPlace } from './block-files/block-directory.ts';
import { type BlockFiles, openBlockFiles } from './block-files/block-files.ts';
import type { NodeClient } from './client.ts';

/** Ways to read a block with its spent outputs. */
export type ReadingWay = 'files' | 'rest-spent' | 'rpc-json';

/** Blocks by hash, in the fastest available way. */
export interface BlockSource {
  /** How the last block with spent outputs was read. */
  readonly way: ReadingWay | undefined;
  /**
   * Returns a block with its spent outputs.
   * @throws {CodedError} node.no-data pruned; node.unknown-block; node.bad-answer; as NodeClient
   */
  blockWithSpent(hash: Uint8Array): Promise<BlockBytes>;
  /** Returns the block alone. */
  block(hash: Uint8Array): Promise<Uint8Array>;
  /**
   * Returns bytes of the serialized block from an offset; undefined without block files and partial reads (Core 31).
   * @throws as blockWithSpent
   */
  part(hash: Uint8Array, offset: number, size: number): Promise<Uint8Array | undefined>;
  /** Returns the header, 80 bytes, also of stale blocks. */
  header(hash: Uint8Array): Promise<Uint8Array>;
}

/** Retry interval of partial reads and block files that failed: the node may have been replaced. */
const retryMs = 600_000;
const openAgainMs = 30_000;

/**
 * Creates a block source.
 * @param rest whether REST is enabled
 * @param place the node's block files, where readable; the node answers for missing blocks
 */
export function createBlockSource(
  client: NodeClient,
  rest: boolean,
  place?: BlockFilesPlace,
  nowMs: () => number = () => performance.now(),
): BlockSource {
  let spentByRest: boolean | undefined = rest ? undefined : false;
  let way: ReadingWay | undefined;
  let noPartsUntil = rest ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const files = place === undefined ? undefined : openedFiles(place, nowMs);

  async function block(hash: Uint8Array): Promise<Uint8Array> {
    const id = displayHash(hash);
    const bytes = rest ? await missing(client.rest(`block/${id}.bin`), id) : fromHex(await hexOf('getblock', id, 0));
    checkHash(bytes, hash);
    return bytes;
  }

  async function hexOf(method: string, id: string, ...more: unknown[]): Promise<string> {
    const answer = await missing(client.rpc(method, id, ...more), id);
    if (typeof answer !== 'string') throw new CodedError('node.bad-answer', `the answer to ${method} is not hex`);
    return answer;
  }

  async function spentOf(hash: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
    const id = displayHash(hash);
    if (spentByRest !== false) {
      try {
        const spent = await client.rest(`spenttxouts/${id}.bin`);
        spentByRest = true;
        way = 'rest-spent';
        return spent;
      } catch (error) {
        if (!isCoded(error, 'node.not-found')) throw error;
        if (spentByRest === true) throw noData(id, error);
        if (readBlock(bytes).txs.length > 1) spentByRest = false;
      }
    }
    const spent = spentFromJson(await missing(client.rpc('getblock', id, 3), id));
    way = 'rpc-json';
    return spent;
  }

  async function fromFiles<T>(read: (opened: BlockFiles) => Promise<T | undefined>): Promise<T | undefined> {
    try {
      const opened = await files?.();
      return opened === undefined ? undefined : await read(opened);
    } catch (error) {
      // a damaged file or one pruned in the meantime: the node answers instead
      if (isCoded(error)) return undefined;
      throw error;
    }
  }

  return {
    get way() {
      return way;
    },
    block,
    async blockWithSpent(hash) {
      const local = await fromFiles((opened) => opened.blockWithSpent(hash));
      if (local !== undefined) {
        way = 'files';
        return local;
      }
      if (spentByRest === true) {
        const [bytes, spent] = await Promise.all([block(hash), spentOf(hash, new Uint8Array(0))]);
        return { block: bytes, spent };
      }
      const bytes = await block(hash);
      return { block: bytes, spent: await spentOf(hash, bytes) };
    },
    async part(hash, offset, size) {
      const local = await fromFiles((opened) => opened.part(hash, offset, size));
      if (local !== undefined) return local;
      if (nowMs() < noPartsUntil) return undefined;
      const id = displayHash(hash);
      let bytes: Uint8Array;
      try {
        bytes = await client.rest(`blockpart/${id}.bin?offset=${offset}&size=${size}`);
      } catch (error) {
        if (!isCoded(error, 'node.not-found')) throw error;
        const words = String(error.datum);
        if (words.includes(id)) return missing(Promise.reject(error), id);
        if (!/offset/i.test(words)) noPartsUntil = nowMs() + retryMs;
        return undefined;
      }
      if (bytes.length !== size) {
        throw new CodedError('node.bad-answer', 'the part of the block has the wrong size', { datum: bytes.length });
      }
      return bytes;
    },
    async header(hash) {
      const bytes = fromHex(await hexOf('getblockheader', displayHash(hash), false));
      checkHash(bytes, hash);
      return bytes;
    },
  };
}

/** The files, opened on first use; undefined while that fails, with retries. */
function openedFiles(place: BlockFilesPlace, nowMs: () => number): () => Promise<BlockFiles | undefined> {
  let opening: Promise<BlockFiles | undefined> | undefined;
  let openedAt = 0;
  return async () => {
    if (opening !== undefined && (nowMs() - openedAt < openAgainMs || (await opening) !== undefined)) return opening;
    openedAt = nowMs();
    opening = openBlockFiles(place, nowMs).catch((error: unknown) => {
      if (isCoded(error)) return undefined;
      throw error;
    });
    return opening;
  };
}

/** The node's bytes must be the requested block. */
function checkHash(bytes: Uint8Array, hash: Uint8Array): void {
  const header = readHeader(bytes);
  if (displayHash(header.hash) !== displayHash(hash)) {
    throw new CodedError('node.bad-answer', 'the node returned another block than requested', {
      datum: displayHash(hash),
    });
  }
}

function noData(id: string, cause: unknown): CodedError {
  return new CodedError('node.no-data', 'the node no longer has the data of this block', { datum: id, cause });
}

/** Maps the node's errors of a call for one block to codes. @throws {CodedError} node.unknown-block, node.no-data */
export async function missing<T>(call: Promise<T>, id: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isCoded(error, 'node.rpc')) {
      const { code, message } = error.datum as { code: number; message: string };
      if (code === -5 || code === -8)
        throw new CodedError('node.unknown-block', 'no such block', { datum: id, cause: error });
      if (code === -1 && /pruned|not available|can't read|not found on disk/i.test(message)) throw noData(id, error);
    }
    if (isCoded(error, 'node.not-found')) {
      if (/pruned|not available/i.test(String(error.datum))) throw noData(id, error);
      throw new CodedError('node.unknown-block', 'no such block', { datum: id, cause: error });
    }
    throw error;
  }
}

/**
 * Converts `getblock H 3` to spent outputs in the format of REST `spenttxouts`.
 * @throws {CodedError} node.bad-answer
 */
export function spentFromJson(answer: unknown): Uint8Array {
  const { tx } = fieldsOf(answer, 'getblock');
  if (!Array.isArray(tx)) throw new CodedError('node.bad-answer', 'getblock has no list of transactions');
  return writeSpentOutputs(
    tx.map((one: unknown) => {
      const { vin } = fieldsOf(one, 'a transaction of getblock');
      if (!Array.isArray(vin)) throw new CodedError('node.bad-answer', 'a transaction of getblock has no inputs');
      const inputs = vin.map((input: unknown) => fieldsOf(input, 'an input of getblock'));
      return inputs
        .filter((input) => !('coinbase' in input))
        .map((input) => {
          const prevout = fieldsOf(input['prevout'], 'a prevout of getblock');
          return {
            value: satsOfBtc(prevout['value']) as OutputValue,
            script: fromHex(textField(fieldsOf(prevout['scriptPubKey'], 'scriptPubKey'), 'hex')),
          };
        });
    }),
  );
}
