import { readFile, stat } from 'node:fs/promises';
import { CodedError, isCoded } from '@glassblock/primitives';

/** Options of a file of the operator. */
export interface WatchedFileOptions<T> {
  readonly path: string;
  /** Used in errors, such as `asset registry`. */
  readonly name: string;
  /** What applies until the file was read. */
  readonly empty: T;
  /** @throws {CodedError} when the content is malformed */
  parse(json: unknown): T;
  /** Called when the file has another content. */
  onChange(content: T): void;
  /** Called when the file cannot be read or is malformed: the last content stays. */
  onError(error: CodedError): void;
  /** Interval of checks. */
  readonly intervalMs?: number;
}

/** A JSON file that is read again when it changes. */
export interface WatchedFile<T> {
  readonly content: T;
  /** Checks now. */
  check(): Promise<void>;
  close(): void;
}

const maxFileBytes = 64 * 1024 * 1024;
const defaultIntervalMs = 30_000;

/** Reads the file and checks it for changes at intervals. Polling also works on network drives and mounted volumes. */
export async function openWatchedFile<T>(options: WatchedFileOptions<T>): Promise<WatchedFile<T>> {
  const { path, name, onChange, onError } = options;
  let content = options.empty;
  /** Size and time of the file that was read last. */
  let version = '';
  let running: Promise<void> | undefined;

  const fault = (text: string, details: ConstructorParameters<typeof CodedError>[2]) =>
    new CodedError('liquid.bad-registry', `the file of the ${name} ${text}`, details);
  const unreadable = (cause: unknown): never => {
    throw fault('cannot be read', { cause });
  };

  async function read(): Promise<void> {
    const { size, mtimeMs } = await stat(path).catch(unreadable);
    if (`${size} ${mtimeMs}` === version) return;
    version = `${size} ${mtimeMs}`;
    if (size > maxFileBytes) throw fault('is too large', { datum: size });
    const text = await readFile(path, 'utf8').catch(unreadable);
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (cause) {
      throw fault('is not JSON', { cause });
    }
    content = options.parse(json);
    onChange(content);
  }

  function check(): Promise<void> {
    running ??= read()
      .catch((error: unknown) => {
        if (!isCoded(error)) throw error;
        onError(error);
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  await check();
  const timer = setInterval(() => void check(), options.intervalMs ?? defaultIntervalMs);
  timer.unref();
  return {
    get content() {
      return content;
    },
    check,
    close: () => clearInterval(timer),
  };
}
