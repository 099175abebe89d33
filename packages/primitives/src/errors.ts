/** An expected failure with a stable code: bad input, a node that is away, a full disk. Carries the datum that caused
 *  it. A broken invariant of our own is a plain `Error` instead, because nobody can act on it but us. */
export class CodedError extends Error {
  /** Stable, dotted, lower case: `primitives.truncated`. */
  readonly code: string;
  /** What was refused, short enough for a log line. */
  readonly datum: unknown;

  constructor(code: string, message: string, options: { datum?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CodedError';
    this.code = code;
    this.datum = options.datum;
  }
}

/** True when `error` is a CodedError, of the given code when one is named. */
export function isCoded(error: unknown, code?: string): error is CodedError {
  return error instanceof CodedError && (code === undefined || error.code === code);
}
