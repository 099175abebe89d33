import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A directory that is removed after the tests of the file. */
export interface ConfigFiles {
  readonly directory: string;
  /** Writes a file and returns its path. */
  file(name: string, text: string): string;
}

/** Makes a directory for configuration files. */
export function configFiles(): ConfigFiles {
  const directory = mkdtempSync(join(tmpdir(), 'glassblock-config-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  return {
    directory,
    file(name, text) {
      const path = join(directory, name);
      writeFileSync(path, text);
      return path;
    },
  };
}
