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
import { bytesOfHex, createRawBlocks, isRestOff, missing, noData, restRetryMs } from './raw-blocks.ts';

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

const openAgainMs = 30_000;

/**
 * Creates a block source.
 * @param rest false: never by REST; true: by REST unless it is off
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
  const raw = createRawBlocks(client, rest, nowMs);

  async function block(hash: Uint8Array): Promise<Uint8Array> {
    const bytes = await raw.read(displayHash(hash));
    checkHash(bytes, hash);
    return bytes;
  }

  async function spentOf(hash: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
    const id = displayHash(hash);
    if (spentByRest !== false && !raw.isRestOff()) {
      try {
        const spent = await client.rest(`spenttxouts/${id}.bin`);
        spentByRest = true;
        way = 'rest-spent';
        return spent;
      } catch (error) {
        if (!isCoded(error, 'node.not-found')) throw error;
        if (spentByRest === true && !isRestOff(error, id)) throw noData(id, error);
        if (spentByRest !== true && readBlock(bytes).txs.length > 1) spentByRest = false;
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
        if (!isRestOff(error, id)) return missing(Promise.reject(error), id);
        if (!/offset/i.test(String(error.datum))) noPartsUntil = nowMs() + restRetryMs;
        return undefined;
      }
      if (bytes.length !== size) {
        throw new CodedError('node.bad-answer', 'the part of the block has the wrong size', { datum: bytes.length });
      }
      return bytes;
    },
    async header(hash) {
      const bytes = await bytesOfHex(client, 'getblockheader', displayHash(hash), false);
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
