import { postedFormTarget } from '@glassblock/web';
import type { FastifyRequest } from 'fastify';
import type { Fallback } from './answered-route.ts';
import { corsHeaders, sendReply, sendText } from './answers/send-reply.ts';
import type { Api } from './api.ts';
import type { ServedLiquid } from './liquid-api.ts';
import type { SendPage } from './pages/pages.ts';
import { apiRequest, splitOnce } from './requests/request.ts';
import type { LocateNetwork } from './router.ts';
import type { ServedNetwork } from './served-network.ts';

type Locate = LocateNetwork<ServedNetwork | ServedLiquid>;

/** Returns the handler of requests that match no endpoint: preflights, unknown API paths, pages. */
export const createFallback =
  (api: Api, sendPage: SendPage, locate: Locate): Fallback =>
  async (request, reply) => {
    if (request.method === 'OPTIONS') return reply.code(204).headers(corsHeaders).send();
    const unknown = api.unknownEndpoint(splitOnce(request.url, '?')[0]);
    if (unknown !== undefined) return sendReply(reply, unknown);
    if (request.method === 'GET' || request.method === 'HEAD') return sendPage(request, reply);
    const target = request.method === 'POST' ? formTarget(request, locate) : undefined;
    if (target !== undefined) return reply.header('cache-control', 'no-store').redirect(target, 303);
    return sendText(reply, 404, 'Not found');
  };

/** Returns the page that a form posted without JavaScript leads to; undefined for another request. */
function formTarget(request: FastifyRequest, locate: Locate): string | undefined {
  const { body, bodyType } = apiRequest(request);
  if (bodyType !== 'application/x-www-form-urlencoded') return undefined;
  const [path] = splitOnce(request.url, '?');
  const network = locate(path)?.network;
  return postedFormTarget(path, body, network !== undefined && 'journal' in network.context);
}
