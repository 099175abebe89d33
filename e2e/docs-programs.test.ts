// Not part of `npm test`: `npm run test:examples` needs Python. 141 routes are requested four times.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Endpoint, endpoints, type NetworkState } from '@glassblock/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../packages/server/test/support/test-explorer.ts';
import type { Answer, Api } from '../packages/web/src/data/answer.ts';
import { examplesOf } from '../packages/web/src/data/server/examples.server.ts';
import { referenceGroup, referenceOverview } from '../packages/web/src/data/server/reference.server.ts';
import { restPrograms } from '../packages/web/src/features/docs/programs.ts';
import { declares, runPrograms, shownPaths } from './support/docs-programs.ts';

let explorer: TestExplorer;

beforeAll(async () => {
  explorer = await startTestExplorer({ liquid: 'off' });
  await explorer.until<NetworkState>('/api/glass/v1/state', ({ index, mempool }) => index.synced && mempool.synced);
  await explorer.until<unknown[]>('/api/v1/fees/mempool-blocks', (blocks) => blocks.length > 2);
});
afterAll(async () => {
  await explorer?.stop();
  expect(explorer?.faults).toEqual([]);
});

/** Errors of programs whose result depends on the state of the mempool. */
const mayFail: Readonly<Record<string, RegExp>> = {
  // the transaction of the example may be mined by now
  postTx: /-27|400/,
  broadcast: /-27|400/,
  v1TxPush: /-27|400/,
  v1PostTx: /-27|400/,
  serviceAcceleration: /not found|404/i,
  mempoolAt: /No mempool snapshot|404/,
  v1BlockAudit: /not available|404/,
  v1TxAudit: /not available|404/,
};

/** Routes without an example answer: bytes, and an empty answer. */
const neverAnswered = ['accelerationRequest', 'blockRaw', 'txRaw'];
/** Routes whose answers come from audits and samples, which are made later. */
const mayLackAnswer = new Set(['mempoolAt', 'miningAudit', 'v1BlockAudit', 'v1TxAudit']);

test('the programs of the REST documentation run, and its example answers have the declared shape', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-programs-'));
  const call = async (path: string) => {
    const { status, text, headers } = await explorer.status(path);
    return { status, contentType: headers.get('content-type') ?? '', body: text };
  };
  const ask: Api = {
    async get<T>(path: string): Promise<Answer<T>> {
      const { status, contentType, body } = await call(path);
      if (status !== 200) return { ok: false, status, message: body };
      return { ok: true, body: (contentType.includes('json') ? JSON.parse(body) : body) as T };
    },
  };
  const examples = await examplesOf(ask, '');
  const groups = await Promise.all(
    referenceOverview('').map(({ id }) => referenceGroup(id, explorer.url, '', examples, call)),
  );
  const shown = groups.flatMap((group) => group?.routes ?? []);
  expect(shown.length).toBeGreaterThan(130);
  const declared = new Map(Object.values<Endpoint>(endpoints).map((route) => [route.id, route]));
  const undeclared = (id: string, text: string) =>
    shownPaths(text)
      .filter((path) => !declares(declared.get(id)!.answer, path))
      .map((path) => `${id}${path.join('')}`);
  expect(shown.flatMap(({ id, exampleAnswer }) => undeclared(id, exampleAnswer ?? ''))).toEqual([]);
  const withoutAnswer = shown.filter(({ exampleAnswer }) => exampleAnswer === undefined).map(({ id }) => id);
  expect(withoutAnswer.filter((id) => !mayLackAnswer.has(id)).toSorted()).toEqual(neverAnswered);
  for (const language of ['commonjs', 'esm', 'python'] as const) {
    const programs = shown.map(({ id, request }) => {
      const { code } = restPrograms(request).find((program) => program.language === language)!;
      return { id, code };
    });
    const ends = await runPrograms(directory, language, programs);
    const failed = ends.filter(({ id, error }) => error !== undefined && mayFail[id]?.test(error) !== true);
    expect(failed, language).toEqual([]);
    const printed = ends.filter(({ output }) => typeof output === 'object' && output !== null);
    expect(printed.length).toBeGreaterThan(90);
    // the same answers as in the other languages
    if (language !== 'esm') continue;
    expect(printed.flatMap(({ id, output }) => undeclared(id, JSON.stringify(output, undefined, 2)))).toEqual([]);
  }
  await rm(directory, { recursive: true, force: true });
});
