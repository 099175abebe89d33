import { CodedError, isCoded } from '@glassblock/primitives';

/** How content is parsed, and callbacks for changes and failures. */
export interface WatchOptions<T> {
  /** Used in errors, such as `asset registry`. */
  readonly name: string;
  /** Value until the content has been read. */
  readonly empty: T;
  /**
   * @throws {CodedError} when the content is malformed
   * @throws {SyntaxError} when it is not JSON
   */
  parse(text: string): T | Promise<T>;
  /** Called when the content has changed. */
  onChange(content: T): void;
  /** Called when the content cannot be read or is malformed: the last content stays. */
  onError(error: CodedError): void;
  /** Interval of checks. */
  readonly intervalMs?: number;
}

/** JSON that is read again when it changes. */
export interface WatchedContent<T> {
  readonly content: T;
  /** When the content was read, or confirmed as current, Unix seconds; undefined before. */
  readonly readAt: number | undefined;
  /** Why the last check failed; undefined when it did not. */
  readonly failure: string | undefined;
  /** Checks now. */
  check(): Promise<void>;
  close(): void;
}

/** Where content comes from. */
export interface ContentSource {
  /** Returns the text if it differs from the last one that was parsed. @throws {CodedError} */
  read(): Promise<string | undefined>;
  /** Called when the last text was well formed. @param at when it was read, Unix seconds */
  accepted(at: number): Promise<void>;
  /** Called when it was malformed. */
  rejected(): void;
}

/** Creates an error about the content with a name. */
export const contentFault = (name: string, text: string, details?: ConstructorParameters<typeof CodedError>[2]) =>
  new CodedError('liquid.bad-registry', `the file of the ${name} ${text}`, details);

const maxRetryMs = 60_000;
/** Size of a file or an answer. */
export const maxContentBytes = 64 * 1024 * 1024;

/** @throws {CodedError} liquid.bad-registry */
export async function parseContent<T>(
  { name, parse }: Pick<WatchOptions<T>, 'name' | 'parse'>,
  text: string,
): Promise<T> {
  try {
    // JSON.parse refuses a byte order mark, which editors on Windows write
    return await parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw contentFault(name, 'is not JSON', { cause });
    throw cause;
  }
}

/** Watches a source. Checks do not overlap. @param start value before the first check, with its time */
export function watchContent<T>(
  options: WatchOptions<T> & { readonly intervalMs: number },
  source: ContentSource,
  start: { content: T; readAt: number } | undefined,
): WatchedContent<T> {
  const retryMs = Math.min(options.intervalMs, maxRetryMs);
  let content = start?.content ?? options.empty;
  let readAt = start?.readAt;
  let failure: string | undefined;
  /** Set while the last text that was parsed is malformed. */
  let fault: CodedError | undefined;
  let running: Promise<void> | undefined;

  async function readAgain(): Promise<void> {
    const text = await source.read();
    const at = Math.floor(Date.now() / 1_000);
    if (text !== undefined) {
      content = await parseOnce(text);
      await source.accepted(at);
      options.onChange(content);
    } else if (fault !== undefined) throw fault;
    readAt = at;
    failure = undefined;
  }

  async function parseOnce(text: string): Promise<T> {
    fault = undefined;
    try {
      return await parseContent(options, text);
    } catch (error) {
      if (isCoded(error)) {
        fault = error;
        source.rejected();
      }
      throw error;
    }
  }

  function check(): Promise<void> {
    running ??= readAgain()
      .catch((error: unknown) => {
        if (!isCoded(error)) throw error;
        failure = error.message;
        options.onError(error);
      })
      .finally(() => {
        running = undefined;
        plan();
      });
    return running;
  }

  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  function plan(): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void check(), failure === undefined ? options.intervalMs : retryMs);
    timer.unref();
  }
  plan();
  return {
    get content() {
      return content;
    },
    get readAt() {
      return readAt;
    },
    get failure() {
      return failure;
    },
    check,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
