import { CodedError, fromHex, isCoded } from '@glassblock/primitives';
import type { NodeClient } from './client.ts';

/** Retry interval of REST, and of partial reads by REST, that failed: the node may have been replaced. */
export const restRetryMs = 600_000;

/** Serialized blocks by id, from REST or RPC. */
export interface RawBlocks {
  /** Whether the node is known to have REST off. */
  isRestOff(): boolean;
  /** @throws {CodedError} node.no-data pruned; node.unknown-block; node.bad-answer; as NodeClient */
  read(id: string): Promise<Uint8Array>;
}

/**
 * Reads serialized blocks by REST, or by `getblock`, which is slower, for ten minutes after REST was found to be off.
 * @param rest false: always by `getblock`
 */
export function createRawBlocks(client: NodeClient, rest: boolean, nowMs: () => number): RawBlocks {
  let noRestUntil = rest ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const isOff = () => nowMs() < noRestUntil;
  return {
    isRestOff: isOff,
    async read(id) {
      if (!isOff()) {
        try {
          return await client.rest(`block/${id}.bin`);
        } catch (error) {
          if (!isRestOff(error, id)) return missing(Promise.reject(error), id);
          noRestUntil = nowMs() + restRetryMs;
        }
      }
      return bytesOfHex(client, 'getblock', id, 0);
    },
  };
}

/**
 * Whether REST is off: the node answers 404 with an empty body then, proxies with a page, which may name the path; a 404
 * of the node for an unknown or pruned block begins with its id.
 */
export function isRestOff(error: unknown, id: string): boolean {
  return isCoded(error, 'node.not-found') && !String(error.datum).startsWith(id);
}

/**
 * Returns the bytes of a call for one block that answers in hex.
 * @throws {CodedError} node.no-data pruned; node.unknown-block; node.bad-answer; as NodeClient
 */
export async function bytesOfHex(
  client: NodeClient,
  method: string,
  id: string,
  ...more: unknown[]
): Promise<Uint8Array> {
  const answer = await missing(client.rpc(method, id, ...more), id);
  if (typeof answer !== 'string') throw new CodedError('node.bad-answer', `the answer to ${method} is not hex`);
  return fromHex(answer);
}

/** Returns the error for a block that the node has pruned. */
export function noData(id: string, cause: unknown): CodedError {
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
