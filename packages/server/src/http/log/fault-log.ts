import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type LimitedLines, limitLines } from './limited-lines.ts';

/** Stack traces of a minute: visitors can repeat a request that fails. */
const linesPerMinute = 60;

/**
 * Returns the function that logs bugs in answers. After the app has begun to close they are not errors: its connections
 * are cut off, and work for their requests, such as the rendering of a page, is ended too. Beyond 60 a minute they are
 * counted in the next line.
 */
export function createFaultLog(
  app: Pick<FastifyInstance, 'addHook'>,
  log: Pick<Logger, 'error' | 'debug'>,
  limited: LimitedLines = limitLines(linesPerMinute),
): (error: unknown) => void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  return (error) => {
    if (isClosing) log.debug({ event: 'fault-at-stop', error: describe(error) });
    else limited((leftOut) => log.error({ event: 'fault', error: describe(error), ...(leftOut > 0 && { leftOut }) }));
  };
}

function describe(error: unknown): unknown {
  return error instanceof Error
    ? { message: error.message, stack: error.stack, cause: String(error.cause ?? '') }
    : String(error);
}
