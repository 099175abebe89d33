import { CodedError } from '@glassblock/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FairLimit } from '../concurrency/fair-limit.ts';
import type { Reply } from './answers/answer.ts';
import type { SendAnswer } from './answers/send-answer.ts';
import { sendReply } from './answers/send-reply.ts';
import type { AnswerOrigin } from './answers/surrogate-keys.ts';
import type { DirectRoute } from './direct/direct-route.ts';
import { addressKey } from './requests/client-address.ts';
import { type ApiRequest, apiRequest, splitOnce } from './requests/request.ts';
import { hasEmptyParam } from './router.ts';

/** Handles a request that matches no endpoint. */
export type Fallback = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A route of the API of a network. */
export interface AnsweredRoute {
  method: 'GET' | 'POST';
  /** With the base path and that of the network. */
  url: string;
  origin: AnswerOrigin;
  /**
   * Answers a request. Never rejects.
   * @param search the query string without `?`
   */
  answer(params: Readonly<Record<string, string>>, search: string, request: ApiRequest): Promise<Reply>;
}

/** Parts that the routes of an API share. */
export interface AnswerParts {
  /** Of the requests of one address. */
  limit: FairLimit;
  fallback: Fallback;
  /** Sends answers to GET and HEAD. */
  send: SendAnswer;
}

/** Registers a route. Answers to GET and HEAD have an ETag, and simple requests are also answered without Fastify. */
export function registerAnsweredRoute(
  app: FastifyInstance,
  { method, url, origin, answer }: AnsweredRoute,
  { limit, fallback, send }: AnswerParts,
): void {
  const isGet = method === 'GET';
  const direct: DirectRoute = {
    origin,
    answer: (params, search, request) =>
      limit.run(addressKey(request.ip), () => answer(params, search, apiRequest(request))),
  };
  app.route({
    method: isGet ? ['GET', 'HEAD'] : method,
    url,
    ...(isGet && { config: { direct } }),
    async handler(request, reply) {
      const params = request.params as Record<string, string>;
      if (hasEmptyParam(params)) return fallback(request, reply);
      const [, search] = splitOnce(request.url, '?');
      const answered = direct.answer(params, search, request);
      if (answered === undefined) throw new CodedError('rate.limit', 'too many queued requests');
      if (!isGet) return sendReply(reply, await answered);
      return send(request, reply, await answered, origin);
    },
  });
}
