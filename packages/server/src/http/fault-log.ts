import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/**
 * Returns the function that logs bugs in answers. After the app has begun to close they are not errors: its connections
 * are cut off, and work for their requests, such as the rendering of a page, is ended too.
 */
export function createFaultLog(
  app: Pick<FastifyInstance, 'addHook'>,
  log: Pick<Logger, 'error' | 'debug'>,
): (error: unknown) => void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  return (error) => {
    if (isClosing) log.debug({ event: 'fault-at-stop', error: describe(error) });
    else log.error({ event: 'fault', error: describe(error) });
  };
}

function describe(error: unknown): unknown {
  return error instanceof Error
    ? { message: error.message, stack: error.stack, cause: String(error.cause ?? '') }
    : String(error);
}
