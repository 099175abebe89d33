/**
 * An expected failure with a stable code: bad input, an unreachable node, a full disk. Carries the datum that caused
 * it. A broken invariant is a plain `Error` instead.
 */
export class CodedError extends Error {
  /** Stable, dotted, lower case: `primitives.truncated`. */
  readonly code: string;
  /** The rejected value, short enough for a log line. */
  readonly datum: unknown;

  constructor(code: string, message: string, options: { datum?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CodedError';
    this.code = code;
    this.datum = options.datum;
  }
}

/** Returns true when `error` is a CodedError, of the given code when one is given. */
export function isCoded(error: unknown, code?: string): error is CodedError {
  return error instanceof CodedError && (code === undefined || error.code === code);
}
