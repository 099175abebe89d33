import { type Endpoint, endpoints, openApi } from '@glassblock/contract';
import { liquidOperations, liquidSchemas } from '@glassblock/contract/liquid';
import {
  serviceOperations,
  serviceSchemas,
  serviceSecurity,
  siteOperations,
  siteSchemas,
} from '@glassblock/contract/services';
import type { FastifyInstance } from 'fastify';
import { chainFaults, readinessFaults } from '../api/presenters/present-network-state.ts';
import type { Metrics } from '../metrics.ts';
import { sendText } from './answers/send-reply.ts';
import type { ServedLiquid } from './liquid-api.ts';
import type { ServedNetwork } from './served-network.ts';

interface HealthParts {
  basePath: string;
  networks: readonly ServedNetwork[];
  liquid: readonly ServedLiquid[];
  /** The network with services; undefined: none has. */
  services: ServedNetwork | undefined;
  metrics: Metrics;
  version: string;
  /** Whether a route is served here: the others are not in the document. */
  isServed(route: { endpoint: Endpoint }): boolean;
  /** The server is about to end. */
  isDraining(): boolean;
}

/** Registers the routes for operators and tools: health, readiness, metrics and the OpenAPI document. */
export function registerHealth(app: FastifyInstance, parts: HealthParts): void {
  const { basePath, networks, liquid, metrics } = parts;
  app.get(`${basePath}healthz`, async (_request, reply) => sendText(reply, 200, 'ok'));
  app.get(`${basePath}readyz`, async (_request, reply) => {
    const states = [...networks, ...liquid].map(({ context }) => [context.network.name, context.nodeState().name]);
    const faults = [
      ...networks.map(({ context }) => [context.network.name, readinessFaults(context)] as const),
      ...liquid.map(({ context }) => [context.network.name, chainFaults(context)] as const),
    ].filter(([, sentences]) => sentences.length > 0);
    const draining = parts.isDraining() ? { draining: true } : {};
    const ready = faults.length === 0 && !parts.isDraining();
    const reasons = faults.length === 0 ? draining : { ...draining, reasons: Object.fromEntries(faults) };
    return reply.code(ready ? 200 : 503).send({ ready, networks: Object.fromEntries(states), ...reasons });
  });
  app.get(`${basePath}metrics`, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  let description: string | undefined;
  app.get(`${basePath}api/openapi.json`, async (_request, reply) => {
    description ??= JSON.stringify(describe(parts));
    return reply.type('application/json; charset=utf-8').send(description);
  });
}

/** Returns the OpenAPI document of the served routes. */
function describe(parts: HealthParts) {
  const { liquid, services, version } = parts;
  const prefix = services === undefined || services.path === '' ? '' : `/${services.path}`;
  return openApi(
    documented(parts),
    version,
    { ...(liquid.length > 0 && liquidSchemas), ...siteSchemas, ...(services && serviceSchemas) },
    [...siteOperations(), ...(services === undefined ? [] : serviceOperations(prefix))],
    services && serviceSecurity,
  );
}

/** Routes of Bitcoin networks without a prefix, and of the first Liquid network with its prefix. */
function documented({ networks, liquid, isServed }: HealthParts): Endpoint[] {
  const [first] = liquid;
  const routes = [
    ...(networks.length === 0 ? [] : Object.values<Endpoint>(endpoints)),
    ...(first === undefined ? [] : liquidOperations(first.path === '' ? '' : `/${first.path}`)),
  ];
  return routes.filter((endpoint) => isServed({ endpoint }));
}
