import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createIsTrusted } from '../requests/client-address.ts';

/**
 * Logs once that requests of a proxy are refused because it is not in `trustProxy`, so that all its clients share the
 * limits of one address. Only local addresses: others may be clients that make the header up.
 */
export function reportUntrustedProxies(app: FastifyInstance, log: Pick<Logger, 'warn'>): void {
  const isLocal = createIsTrusted(['loopback', 'linklocal', 'uniquelocal']);
  let isReported = false;
  app.addHook('onResponse', ({ headers, ip, raw }, { statusCode }, done) => {
    const { remoteAddress } = raw.socket;
    const isIgnored = headers['x-forwarded-for'] !== undefined && ip === remoteAddress;
    if (statusCode === 429 && isIgnored && isLocal(remoteAddress) && !isReported) {
      isReported = true;
      log.warn(
        { event: 'untrusted-proxy', proxy: remoteAddress },
        `requests by way of ${remoteAddress} are refused, because all its clients count as one: add it to trustProxy`,
      );
    }
    done();
  });
}
