import { type Endpoint, type EndpointId, endpoints } from '@glassblock/contract';
import type { LiquidEndpointId } from '@glassblock/contract/liquid';
import type { RawInput } from '../../api/input.ts';
import { lightningRouteIds } from '../../api/lightning/lightning-handlers.ts';
import { liquidFollowerRoutes } from '../../api/liquid/follower-routes.ts';
import type { LiquidContext } from '../../network/liquid/liquid-context.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { relayCall } from '../../network/relayed-routes.ts';
import { answerLiquidCall } from '../liquid-api.ts';
import { answerCall, type Reply } from './answer.ts';

/** Returns the call that answers relayed requests. @param onUnexpectedError called on a bug: the client gets 500 */
export const relayedAnswers = (context: NetworkContext, onUnexpectedError: (error: unknown) => void) => ({
  async [relayCall](id: EndpointId, input: RawInput, acceptsJson: boolean): Promise<Reply> {
    if (!lightningRouteIds.has(id)) throw new Error(`the route ${id} is not relayed`);
    const endpoint: Endpoint = endpoints[id];
    return answerCall(context, endpoint, id, input, onUnexpectedError, acceptsJson);
  },
});

/** Returns the same for a Liquid network. */
export const relayedLiquidAnswers = (context: LiquidContext, onUnexpectedError: (error: unknown) => void) => ({
  async [relayCall](id: LiquidEndpointId, input: RawInput, acceptsJson: boolean): Promise<Reply> {
    if (!liquidFollowerRoutes.has(id)) throw new Error(`the route ${id} is not relayed`);
    return answerLiquidCall(context, id, input, onUnexpectedError, acceptsJson);
  },
});
