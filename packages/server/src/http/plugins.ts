import { CodedError } from '@glassblock/primitives';
import type { FastifyError, FastifyInstance } from 'fastify';
import { errorReply } from './answers/answer.ts';
import { type Compression, createCompression, registerCompression } from './answers/encoding.ts';
import { sendReply, sendText } from './answers/send-reply.ts';
import { type Repeat, repeatByTimer } from './requests/body-pace.ts';
import { addressKey } from './requests/client-address.ts';
import { registerLargeBodies } from './requests/large-bodies.ts';
import type { PointWindows } from './requests/point-windows.ts';
import { acceptsJson } from './requests/request.ts';
import { type RequestBudget, registerRequestBudget } from './requests/request-budget.ts';
import { securityHeaders } from './security-headers.ts';
import type { OnFault } from './served-network.ts';

/** Parts used by answers that are sent without Fastify's hooks. */
export interface Plugins {
  budget: RequestBudget;
  compression: Compression;
}

/**
 * Registers the hooks of all routes; `docs/decisions/0014-http-plugins.md` has the reasons against other plugins.
 * @param pointsPerMinute of one client address, see `RequestBudget`; 0: no limit
 * @param windows points of all threads; undefined: this is the only one
 * @param repeat for checks of the rate of large bodies
 */
export function registerPlugins(
  app: FastifyInstance,
  pointsPerMinute: number,
  windows?: Pick<PointWindows, 'add'>,
  repeat: Repeat = repeatByTimer,
): Plugins {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(securityHeaders);
    done(null, payload);
  });
  const compression = createCompression();
  registerCompression(app, compression);
  const keyOf = ({ ip }: { ip: string }) => addressKey(ip);
  const budget = registerRequestBudget(app, pointsPerMinute, keyOf, windows);
  registerLargeBodies(app, keyOf, repeat);
  return { budget, compression };
}

/** A media type (RFC 9110, 8.3.1), with or without parameters. */
const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** Reads bodies of every content type as text; a header that is no media type counts as missing. */
export function readBodiesAsText(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-type': contentType } = request.headers;
    // Fastify refuses such requests, which Esplora and mempool.space answer
    if (contentType !== undefined && !mediaType.test(contentType)) delete request.headers['content-type'];
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

/** Answers errors that are raised outside of handlers in the error format of the path. */
export function handleErrors(app: FastifyInstance, onUnexpectedError: OnFault): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode === 400) return sendText(reply, 400, 'Bad request');
    const known = error.statusCode === 413 ? new CodedError('body.too-large', error.message) : error;
    const form = /\/api\/(v1|glass)\//.test(request.url) ? 'v1' : 'esplora';
    return sendReply(reply, errorReply(known, { form }, onUnexpectedError, acceptsJson(request)));
  });
}
