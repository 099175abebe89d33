import { readFile, stat } from 'node:fs/promises';
import { CodedError, isCoded } from '@glassblock/primitives';
import { type ParsedRegistry, parseRegistry } from './registry.ts';

/** Options of a registry file. */
export interface RegistryFileOptions {
  readonly path: string;
  /** Called when the file has another content, with what was read. */
  onChange(registry: ParsedRegistry): void;
  /** Called when the file cannot be read or is malformed: the last registry stays. */
  onError(error: CodedError): void;
  /** Interval of checks. */
  readonly intervalMs?: number;
}

/** A registry in an operator's file, read again when the file changes. */
export interface RegistryFile {
  /** Empty until the file was read. */
  readonly registry: ParsedRegistry;
  /** Checks now. */
  check(): Promise<void>;
  close(): void;
}

const maxFileBytes = 64 * 1024 * 1024;
const defaultIntervalMs = 30_000;

/** Reads the file and checks it for changes at intervals. Polling also works on network drives and mounted volumes. */
export async function openRegistryFile(options: RegistryFileOptions): Promise<RegistryFile> {
  const { path, onChange, onError } = options;
  let registry: ParsedRegistry = { assets: new Map(), rejected: [] };
  /** Size and time of the file that was read last. */
  let version = '';
  let running: Promise<void> | undefined;

  async function read(): Promise<void> {
    const { size, mtimeMs } = await stat(path).catch(unreadable);
    if (`${size} ${mtimeMs}` === version) return;
    version = `${size} ${mtimeMs}`;
    if (size > maxFileBytes) throw new CodedError('liquid.bad-registry', 'the file is too large', { datum: size });
    registry = parseRegistry(parseJson(await readFile(path, 'utf8').catch(unreadable)));
    onChange(registry);
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
    get registry() {
      return registry;
    },
    check,
    close: () => clearInterval(timer),
  };
}

function unreadable(cause: unknown): never {
  throw new CodedError('liquid.bad-registry', 'the file of the asset registry cannot be read', { cause });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CodedError('liquid.bad-registry', 'the file of the asset registry is not JSON', { cause });
  }
}
