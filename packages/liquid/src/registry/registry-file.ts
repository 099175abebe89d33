import type { CodedError } from '@glassblock/primitives';
import { type ParsedRegistry, parseRegistry } from './registry.ts';
import { openWatchedFile } from './watched-file.ts';

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

/** Reads the file, and again when it changes. */
export async function openRegistryFile(options: RegistryFileOptions): Promise<RegistryFile> {
  const empty: ParsedRegistry = { assets: new Map(), rejected: [] };
  const file = await openWatchedFile({ ...options, name: 'asset registry', empty, parse: parseRegistry });
  return {
    get registry() {
      return file.content;
    },
    check: file.check,
    close: file.close,
  };
}
