import { type Endpoint, type EndpointId, endpoints } from '@glassblock/contract';
import type { RawInput } from '../../api/input.ts';
import { lightningRouteIds } from '../../api/lightning/lightning-handlers.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { relayCall } from '../../network/relayed-routes.ts';
import { answerCall, type Reply } from './answer.ts';

/** Returns the call that answers relayed requests. @param onUnexpectedError called on a bug: the client gets 500 */
export const relayedAnswers = (context: NetworkContext, onUnexpectedError: (error: unknown) => void) => ({
  async [relayCall](id: EndpointId, input: RawInput, acceptsJson: boolean): Promise<Reply> {
    if (!lightningRouteIds.has(id)) throw new Error(`the route ${id} is not relayed`);
    const endpoint: Endpoint = endpoints[id];
    return answerCall(context, endpoint, id, input, onUnexpectedError, acceptsJson);
  },
});
