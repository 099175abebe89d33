import type { Endpoint } from '@glassblock/contract';
import { type LiquidEndpointId, liquidEndpoints } from '@glassblock/contract/liquid';
import { CodedError } from '@glassblock/primitives';
import type { FastifyInstance } from 'fastify';
import type { CallInput } from '../api/input.ts';
import type { LiquidHandler } from '../api/liquid/liquid-call.ts';
import { liquidHandlers } from '../api/liquid/liquid-handlers.ts';
import { createFairLimit } from '../concurrency/fair-limit.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Metrics } from '../metrics.ts';
import type { LiquidContext } from '../network/liquid/liquid-context.ts';
import { answerWith } from './answer.ts';
import type { Fallback } from './api.ts';
import { addressKey } from './client-address.ts';
import { readQuery } from './query-text.ts';
import { apiRequest, splitOnce } from './request.ts';
import { hasEmptyParam, prefixOf } from './router.ts';
import type { SendAnswer } from './send-answer.ts';
import { sendReply } from './send-reply.ts';
import type { OnFault } from './served-network.ts';

/** A Liquid network that this process serves. */
export interface ServedLiquid {
  readonly context: LiquidContext;
  readonly hub: LiveHub;
  /** Path segment of the network; empty for the root network. */
  readonly path: string;
}

/** What `registerLiquid` needs. */
export interface LiquidRoutes {
  basePath: string;
  networks: readonly ServedLiquid[];
  metrics: Metrics;
  fallback: Fallback;
  /** Sends answers to GET and HEAD. */
  send: SendAnswer;
  onUnexpectedError: OnFault;
}

/** Requests of one address that are answered at the same time, and that wait. */
const limits = { runningPerKey: 16, waitingPerKey: 1_000 };

/** Returns the networks, and a root network once more below its own path segment. */
export const withLiquidPrefix = (networks: readonly ServedLiquid[]): ServedLiquid[] =>
  networks.flatMap((served) =>
    served.path === '' ? [served, { ...served, path: served.context.network.path }] : [served],
  );

/** Registers the routes of Liquid networks; a root network is also served below its own path segment. */
export function registerLiquid(app: FastifyInstance, parts: LiquidRoutes): void {
  const { basePath, networks, metrics, fallback, send, onUnexpectedError } = parts;
  const limit = createFairLimit(limits);
  for (const served of withLiquidPrefix(networks)) {
    for (const id of Object.keys(liquidEndpoints) as LiquidEndpointId[]) {
      const endpoint: Endpoint = liquidEndpoints[id];
      const handler = liquidHandlers[id] as LiquidHandler<CallInput>;
      const isGet = endpoint.method === 'GET';
      app.route({
        method: isGet ? ['GET', 'HEAD'] : endpoint.method,
        url: prefixOf(basePath, served) + endpoint.path,
        async handler(request, reply) {
          const params = request.params as Record<string, string>;
          if (hasEmptyParam(params)) return fallback(request, reply);
          const [, search] = splitOnce(request.url, '?');
          const { json, ...rest } = apiRequest(request);
          const input = { params, ...readQuery(search), ...rest };
          const startMs = performance.now();
          const answered = limit.run(addressKey(request.ip), () =>
            answerWith(handler, served.context, endpoint, input, onUnexpectedError, json),
          );
          if (answered === undefined) throw new CodedError('rate.limit', 'too many requests wait');
          const answer = await answered;
          metrics.observeRequest(`liquid ${id}`, answer.status, (performance.now() - startMs) / 1000);
          return isGet ? send(request, reply, answer) : sendReply(reply, answer);
        },
      });
    }
  }
}
