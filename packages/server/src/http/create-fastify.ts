import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { Logger } from 'pino';
import { sendText } from './answers/send-reply.ts';
import { createIsTrusted, type TrustedProxies } from './requests/client-address.ts';
import { normalTarget } from './requests/request.ts';
import { type LocateNetwork, routerOptions } from './router.ts';
import { createShouldUpgrade } from './sockets.ts';

/** Options of a server. */
export interface FastifyParts {
  /** Undefined: nothing is logged. */
  log: Logger | undefined;
  trustedProxies: TrustedProxies;
  /** Finds the networks that have sockets. */
  locate: LocateNetwork<unknown>;
}

const maxBodyBytes = 10 * 1024 * 1024;
/** A client sends the head of a request within this time. */
const headersTimeoutMs = 20_000;
/**
 * A connection is closed when nothing of a request or an answer is transferred for this time, so that clients which do
 * not read their answers keep neither memory nor places. Longer than any answer takes to begin; event streams and sockets
 * have limits of their own.
 */
const inactiveMs = 120_000;

/** Creates a Fastify app with the options of all servers. */
export function createFastify({ log, trustedProxies, locate }: FastifyParts): FastifyInstance {
  return Fastify({
    http: {
      shouldUpgradeCallback: createShouldUpgrade(locate),
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: 5_000,
    },
    ...(log === undefined ? {} : { loggerInstance: log as FastifyBaseLogger }),
    logController: new LogController({ disableRequestLogging: true }),
    // requests are not logged: a logger of its own for each would not be used
    childLoggerFactory: (logger) => logger,
    bodyLimit: maxBodyBytes,
    trustProxy: trustedProxies.length === 0 ? false : createIsTrusted(trustedProxies),
    routerOptions,
    rewriteUrl: ({ url = '/' }) => normalTarget(url),
    frameworkErrors(_error, _request, reply: FastifyReply) {
      void sendText(reply, 400, 'Bad request');
    },
    forceCloseConnections: true,
    requestTimeout: 60_000,
    connectionTimeout: inactiveMs,
  });
}
