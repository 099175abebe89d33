import type { Logger } from 'pino';

/** Returns a function that logs a bug which does not end the process. */
export const faultLogger =
  (log: Logger) =>
  (error: unknown): void =>
    log.error({ event: 'fault', error: error instanceof Error ? error.stack : String(error) });
