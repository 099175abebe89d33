import { describe, expect, it } from 'vitest';
import { withSourceUrls } from './module-urls.ts';

const of = (code: string) =>
  withSourceUrls(code, '/app/packages/server/src/threads/a.ts', '/app/packages/server/build');

describe('withSourceUrls', () => {
  it.each([
    [
      "new Worker(new URL('./workers/index-worker.ts', import.meta.url))",
      'new Worker(new URL("./index-worker.js", import.meta.url))',
    ],
    ['new URL("../render-worker.ts",\n  import.meta.url)', 'new URL("./render-worker.js", import.meta.url)'],
    [
      "new URL('../../data/mining-pools.json', import.meta.url)",
      'new URL(\'../../data/mining-pools.json\', new URL("../src/threads/a.ts", import.meta.url).href)',
    ],
    ['createRequire(import.meta.url)', 'createRequire(new URL("../src/threads/a.ts", import.meta.url).href)'],
    ["join(import.meta.dirname, 'x')", 'join((import.meta.dirname + "/../src/threads"), \'x\')'],
    ['const url = 1;', 'const url = 1;'],
  ])('rewrites %j', (code, expected) => {
    expect(of(code)).toBe(expected);
  });
});
