import { CodedError } from '@glassblock/primitives';
import { isPublicKey } from '../graph/gossip.ts';
import { aliasOf, itemsOf, objectOf, textOf } from './gossip-values.ts';
import { badAnswer, JsonElements } from './json-elements.ts';
import { bodyOf, type LndAddress, lndGet, lndJson } from './lnd-http.ts';
import { lndChannel, lndNode, readLndUpdate } from './lnd-values.ts';
import { answerLimits, type LightningSource } from './source.ts';

const idleMs = 60_000;
const maxMessageBytes = 4_000_000;
const newline = 0x0a;
/** Chunks of an unfinished line, which are joined beyond. */
const maxParts = 1_024;

/**
 * Creates a source that reads the graph of an lnd by its REST API: `/v1/getinfo`, `/v1/graph` and
 * `/v1/graph/subscribe`, for which the read-only macaroon suffices.
 * @param nowSeconds Unix seconds
 */
export function createLndSource(address: LndAddress, nowSeconds: () => number): LightningSource {
  return {
    name: `lnd at ${address.url}`,
    async info(signal) {
      const info = await lndJson(address, '/v1/getinfo', signal);
      const publicKey = info['identity_pubkey'];
      if (!isPublicKey(publicKey)) throw badAnswer('getinfo has no public key');
      const [chain] = itemsOf(info['chains']);
      return {
        publicKey,
        alias: aliasOf(info['alias']),
        version: aliasOf(info['version']),
        network: textOf(objectOf(chain)['network']),
      };
    },
    async readGraph(receiver, signal) {
      const elements = new JsonElements({
        arrays: new Set(['nodes', 'edges']),
        under: undefined,
        ...answerLimits,
        onElement(name, element) {
          if (name === 'nodes') {
            const node = lndNode(element);
            if (node !== undefined) receiver.node(node);
          } else {
            const channel = lndChannel(element);
            if (channel !== undefined) receiver.channel(channel);
          }
        },
      });
      for await (const chunk of bodyOf(await lndGet(address, '/v1/graph', signal, idleMs))) elements.push(chunk);
      if (!elements.isComplete) throw badAnswer('the graph ends early');
    },
    async follow(receiver, signal) {
      const response = await lndGet(address, '/v1/graph/subscribe', signal, 0);
      for await (const line of linesOf(bodyOf(response))) {
        const { result, error } = messageOf(line);
        if (error !== undefined) throw subscriptionError(error);
        if (result !== undefined) readLndUpdate(result, receiver, nowSeconds());
      }
    },
  };
}

const unimplemented = 12;

/** lnd that stops ends its streams with an error; an older one without this stream answers "not implemented". */
function subscriptionError(error: unknown): CodedError {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === unimplemented) return badAnswer('there are no updates');
  return new CodedError('lightning.unreachable', 'lnd ended the subscription of updates.');
}

function messageOf(line: Buffer): { result?: object; error?: unknown } {
  try {
    const message: unknown = JSON.parse(line.toString('utf8'));
    return typeof message === 'object' && message !== null ? message : {};
  } catch (cause) {
    throw new CodedError('lightning.bad-answer', 'lnd sent an update that is not JSON.', { cause });
  }
}

/** Iterates the lines of a stream, without empty ones. Each byte is looked at once, however small the chunks are. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]);
      if (line.length > 0) yield line;
      parts = [];
      length = 0;
      start = end + 1;
    }
    length += chunk.length - start;
    if (length > maxMessageBytes) throw badAnswer('an update of more than 4 MB');
    if (start < chunk.length) parts.push(chunk.subarray(start));
    if (parts.length === maxParts) parts = [Buffer.concat(parts)];
  }
}
