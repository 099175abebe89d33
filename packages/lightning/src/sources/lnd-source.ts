import { CodedError } from '@glassblock/primitives';
import { isPublicKey } from '../graph/gossip.ts';
import { aliasOf, itemsOf, objectOf, textOf } from './gossip-values.ts';
import { badAnswer, JsonElements } from './json-elements.ts';
import { bodyOf, type LndAddress, lndGet, lndJson, lndMessages } from './lnd-http.ts';
import { lndChannel, lndNode, readLndUpdate } from './lnd-values.ts';
import { answerLimits, type LightningSource } from './source.ts';

/** A small machine prepares the answer for minutes before the first byte. */
const graphIdleMs = 300_000;

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
      for await (const chunk of bodyOf(await lndGet(address, '/v1/graph', signal, graphIdleMs))) elements.push(chunk);
      if (!elements.isComplete) throw badAnswer('the graph ends early');
    },
    async follow(receiver, signal) {
      const response = await lndGet(address, '/v1/graph/subscribe', signal, 0);
      for await (const { result, error } of lndMessages(response)) {
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
