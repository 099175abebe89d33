import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { sendText } from './answers/send-reply.ts';

/** State that the routes of a process without clients report. */
export interface RoleAppOptions {
  basePath: string;
  network: string;
  metrics: Metrics;
  /** Why the network is not ready, as sentences; none while a follower stands by, or begins to follow. */
  faults(): readonly string[];
  /** Role as in `/readyz`. */
  role(): object;
  /** Why the bus does not answer, in a sentence; undefined while it does. */
  failure(): string | undefined;
}

/** Creates the server of a process without clients, as a follower: health, readiness and metrics; it serves nothing else. */
export function createRoleApp({ basePath, network, metrics, faults, role, failure }: RoleAppOptions): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.get(`${basePath}healthz`, async (_request, reply) => sendText(reply, 200, 'ok'));
  app.get(`${basePath}readyz`, async (_request, reply) => {
    const bus = failure();
    const sentences = [...(bus === undefined ? [] : [bus]), ...faults()];
    const ready = sentences.length === 0;
    const reasons = ready ? {} : { reasons: { [network]: sentences } };
    return reply.code(ready ? 200 : 503).send({ ready, ...role(), ...reasons });
  });
  app.get(`${basePath}metrics`, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  return app;
}
