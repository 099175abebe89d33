import { type ServiceError, type ServiceRoute, serviceRoutes } from '@glassblock/contract/services';
import { isCoded } from '@glassblock/primitives';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServicesAnswer, ServicesLink, ServicesRequest } from '../../bus/services-link.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { createFastify } from '../create-fastify.ts';
import { handleErrors, readBodiesAsText } from '../plugins.ts';
import { apiRequest } from '../requests/request.ts';
import { prefixOf, withOwnPrefix } from '../router.ts';
import type { OnFault, ServedNetwork } from '../served-network.ts';
import { maxBodyBytes, registerServices, type ServedServices } from './services-api.ts';

/** Services of another process, and the network below whose path they are served. */
export interface RelayedServices extends Pick<ServicesLink, 'request'> {
  network: string;
}

/** Headers of a connection, and those that this process sets. */
const ownHeaders =
  /^(connection|keep-alive|transfer-encoding|upgrade|te|expect|content-length|forwarded|x-forwarded-.*)$/;
/** Headers of an answer that belong to its connection, or are set for each answer. */
const connectionHeaders = /^(connection|keep-alive|transfer-encoding|content-length|date)$/;

/** Registers the routes below `/api/v1/services/` of a network whose services are in another process. */
export function registerServicesRelay(
  app: FastifyInstance,
  basePath: string,
  networks: readonly ServedNetwork[],
  relayed: RelayedServices | undefined,
): void {
  if (relayed === undefined) return;
  for (const network of networks.filter(({ context }) => context.network.name === relayed.network)) {
    for (const { method, path } of Object.values<ServiceRoute>(serviceRoutes)) {
      app.route({
        method,
        url: `${prefixOf(basePath, network)}/api/v1/services${path}`,
        bodyLimit: maxBodyBytes,
        async handler(request, reply) {
          reply.header('cache-control', 'no-store');
          try {
            const { status, headers, body } = await relayed.request(relayedRequest(request));
            return reply.code(status).headers(headers).send(body);
          } catch (error) {
            if (!isCoded(error)) throw error;
            return reply
              .code(503)
              .type('text/plain')
              .send('temporarily_unavailable' satisfies ServiceError);
          }
        },
      });
    }
  }
}

/** The relayed request has the client's address and protocol as determined by this process. */
function relayedRequest(request: FastifyRequest): ServicesRequest {
  const { method, url, host, ip, protocol } = request;
  const own = Object.entries(request.headers).filter(([name]) => !ownHeaders.test(name));
  const headers = Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
  const forwarded = { host, 'x-forwarded-for': ip, 'x-forwarded-proto': protocol };
  return { method, url, headers: { ...headers, ...forwarded }, body: apiRequest(request).body };
}

/** Answers relayed requests. */
export interface RelayTarget {
  answer(request: ServicesRequest): Promise<ServicesAnswer>;
  close(): Promise<void>;
}

/** Creates the target of relayed requests: the routes of the services, without a port. */
export function createRelayTarget(
  basePath: string,
  network: { context: NetworkContext; path: string },
  served: ServedServices,
  onUnexpectedError: OnFault,
): RelayTarget {
  // requests come from processes of the site alone
  const app = createFastify({ log: undefined, trustedProxies: ['loopback'], locate: () => undefined });
  readBodiesAsText(app);
  handleErrors(app, onUnexpectedError);
  registerServices(app, { basePath, networks: withOwnPrefix([network]), served, onUnexpectedError });
  return {
    async answer({ method, url, headers, body }) {
      const request = { method: method as 'GET', url, headers, ...(body === '' ? {} : { payload: body }) };
      const answer = await app.inject({ ...request, remoteAddress: '127.0.0.1' });
      const passed = Object.entries(answer.headers).filter(([name]) => !connectionHeaders.test(name));
      const values = passed.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]);
      return { status: answer.statusCode, headers: Object.fromEntries(values), body: answer.payload };
    },
    close: () => app.close(),
  };
}
