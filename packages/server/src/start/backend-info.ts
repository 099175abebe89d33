import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname, release, type } from 'node:os';
import type { BackendInfo } from '@glassblock/contract';

/** Returns versions and commit of the backend. */
export function backendInfo(): BackendInfo {
  const file = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return {
    hostname: hostname(),
    version,
    gitCommit: gitCommit(),
    lightning: false,
    backend: 'esplora',
    coreVersion: '?',
    osVersion: `${type()} ${release()}`,
  };
}

/** The commit of the running code; empty outside a checkout. */
function gitCommit(): string {
  try {
    const cwd = new URL('.', import.meta.url);
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return '';
  }
}
