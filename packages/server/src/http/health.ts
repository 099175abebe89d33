import { endpoints, openApi } from '@glassblock/contract';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';
import type { NetworkContext } from '../network/network-context.ts';
import { sendText } from './send-reply.ts';
import type { ServedNetwork } from './served-network.ts';

interface HealthParts {
  basePath: string;
  networks: readonly ServedNetwork[];
  metrics: Metrics;
  version: string;
}

/** The node has its whole chain, index and mempool are in sync with it, and events are stored. */
const isReady = (context: NetworkContext): boolean =>
  context.nodeState().name === 'ready' &&
  context.progress().synced &&
  context.frame().synced &&
  context.journal.failure === undefined;

/** Registers the routes for operators and tools: health, readiness, metrics and the OpenAPI document. */
export function registerHealth(app: FastifyInstance, { basePath, networks, metrics, version }: HealthParts): void {
  app.get(`${basePath}healthz`, async (_request, reply) => sendText(reply, 200, 'ok'));
  app.get(`${basePath}readyz`, async (_request, reply) => {
    const behind = networks.filter(({ context }) => !isReady(context));
    const body = Object.fromEntries(networks.map(({ context }) => [context.network.name, context.nodeState().name]));
    return reply.code(behind.length === 0 ? 200 : 503).send({ ready: behind.length === 0, networks: body });
  });
  app.get(`${basePath}metrics`, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  let description: string | undefined;
  app.get(`${basePath}api/openapi.json`, async (_request, reply) => {
    description ??= JSON.stringify(openApi(Object.values(endpoints), version));
    return reply.type('application/json; charset=utf-8').send(description);
  });
}
