import {
  type ServiceError,
  type ServiceRoute,
  type ServiceRouteId,
  serviceErrors,
  serviceRoutes,
} from '@glassblock/contract/services';
import { isCoded } from '@glassblock/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services/open-services.ts';
import { wordsOfCodes } from '../../services/service-words.ts';
import { apiRequest, splitOnce } from '../requests/request.ts';
import { prefixOf } from '../router.ts';
import type { OnFault, ServedNetwork } from '../served-network.ts';
import { accountHandlers } from './account-handlers.ts';
import { type Caller, findCaller, isFromOwnPage, isSameOrigin } from './credentials.ts';
import { faucetHandlers } from './faucet-handlers.ts';
import { pageAfter, wantsPage } from './form-pages.ts';
import { noContent } from './service-call.ts';
import { ServiceFault } from './service-fault.ts';
import { serviceHandlers } from './service-handlers.ts';
import { createServiceLimits } from './service-limits.ts';

/** Services, and the network below whose path they are served. */
export interface ServedServices {
  services: Services;
  /** Name of the network. */
  network: string;
}

/** Of a request. */
export const maxBodyBytes = 16_384;

/** Errors of nodes that the operator's services depend on. */
const nodeErrors = /^(lightning|node)\./;

/** Registers the routes below `/api/v1/services/` of the network. Their answers are never stored by caches. */
export function registerServices(
  app: FastifyInstance,
  {
    basePath,
    networks,
    served,
    onUnexpectedError,
  }: {
    basePath: string;
    /** A root network twice, with and without its path. */
    networks: readonly Pick<ServedNetwork, 'context' | 'path'>[];
    served: ServedServices | undefined;
    onUnexpectedError: OnFault;
  },
): void {
  if (served === undefined) return;
  const limits = createServiceLimits();
  for (const network of networks.filter(({ context }) => context.network.name === served.network)) {
    for (const [id, route] of Object.entries(serviceRoutes) as [ServiceRouteId, ServiceRoute][]) {
      app.route({
        method: route.method,
        url: `${prefixOf(basePath, network)}/api/v1/services${route.path}`,
        bodyLimit: maxBodyBytes,
        async handler(request, reply) {
          reply.header('cache-control', 'no-store');
          try {
            limits.count(id, request, reply);
            const { services } = served;
            const caller = await callerOf(services, id, route, request, reply, basePath);
            const fields = fieldsOf(route, request);
            const call = {
              services,
              context: network.context,
              request,
              reply,
              cookiePath: basePath,
              limits,
              caller,
              fields,
            };
            const answer = await handlers[id](call);
            const page = wantsPage(request) ? pageAfter(id, basePath, undefined) : undefined;
            return page === undefined ? send(reply, answer) : reply.redirect(page, 303);
          } catch (error) {
            const word = wordOf(error, onUnexpectedError);
            const page = wantsPage(request) ? pageAfter(id, basePath, word) : undefined;
            return page === undefined ? sendError(reply, word) : reply.redirect(page, 303);
          }
        },
      });
    }
  }
}

const handlers = { ...serviceHandlers, ...accountHandlers, ...faucetHandlers };

/** Routes by which another site could make a visitor use its own user, or send mails. */
const signInRoutes: readonly ServiceRouteId[] = [
  'login',
  'emailLink',
  'useLink',
  'simulateUser',
  'passkeyOptions',
  'passkeyLogin',
];

/** Checks who may call a route, and that no other site makes a browser do so. */
async function callerOf(
  services: Services,
  id: ServiceRouteId,
  { access, method }: ServiceRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  cookiePath: string,
): Promise<Caller | undefined> {
  // another site must not sign a visitor in as its own user either
  if (signInRoutes.includes(id) && request.headers.origin !== undefined && !isSameOrigin(request))
    throw new ServiceFault('forbidden');
  const caller = await findCaller(services, request, reply, cookiePath);
  if (caller?.isCookie === true && method === 'POST' && !isSameOrigin(request)) throw new ServiceFault('forbidden');
  // a GET that pays: clients of mempool.space send no other
  if (caller?.isCookie === true && id === 'faucetRequest' && !isFromOwnPage(request))
    throw new ServiceFault('forbidden');
  if (access === 'public') return caller;
  if (caller === undefined) throw new ServiceFault(id === 'account' || id === 'menu' ? 'invalid_user' : 'unauthorized');
  if (access === 'session' && caller.sessionId === undefined) throw new ServiceFault('forbidden');
  return caller;
}

/** Returns query parameters, the members of a JSON object or the fields of a form. */
function fieldsOf({ method, fields }: ServiceRoute, request: FastifyRequest): Record<string, unknown> {
  if (method === 'GET') return fields.length === 0 ? {} : fromForm(splitOnce(request.url, '?')[1]);
  const { body, bodyType } = apiRequest(request);
  if (body.trim() === '') return {};
  if (bodyType === 'application/x-www-form-urlencoded') return fromForm(body);
  let parsed: unknown;
  try {
    parsed = JSON.parse(body, (_, value: unknown) => checkedText(value));
  } catch {
    throw new ServiceFault('bad_request');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new ServiceFault('bad_request');
  return Object.assign(Object.create(null) as Record<string, unknown>, parsed);
}

function fromForm(text: string): Record<string, unknown> {
  const fields = [...new URLSearchParams(text)].map(([name, value]) => [name, checkedText(value)]);
  return Object.assign(Object.create(null) as Record<string, unknown>, Object.fromEntries(fields));
}

/** Returns a value, if it is no text with a zero byte: PostgreSQL has none. @throws {ServiceFault} bad_request */
function checkedText(value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) throw new ServiceFault('bad_request');
  return value;
}

function send(reply: FastifyReply, value: unknown): FastifyReply {
  if (value === noContent) return reply.code(204).send();
  if (value === undefined) return reply.code(200).type('text/plain').send('');
  return reply.code(200).type('application/json').send(JSON.stringify(value));
}

function wordOf(error: unknown, onUnexpectedError: OnFault): ServiceError {
  if (error instanceof ServiceFault) return error.word;
  if (isCoded(error) && Object.hasOwn(wordsOfCodes, error.code)) return wordsOfCodes[error.code]!;
  onUnexpectedError(error);
  return isCoded(error) && nodeErrors.test(error.code) ? 'temporarily_unavailable' : 'internal_server_error';
}

function sendError(reply: FastifyReply, word: ServiceError): FastifyReply {
  return reply.code(serviceErrors[word].status).type('text/plain').send(word);
}
