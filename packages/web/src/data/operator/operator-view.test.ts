import type { ProofRecords, StratumJob } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { proofRows } from './proof-rows.ts';
import { firstTxid, foldStratum, previousHash, stratumRows } from './stratum-view.ts';

const branch = (digit: string) => digit.repeat(64);
/** A job with a branch for each digit. */
const jobOf = (miningPool: number, branches: string, more: Partial<StratumJob> = {}): StratumJob => ({
  ...{
    pool: miningPool,
    height: 900,
    coinbase: '',
    scriptsig: '',
    reward: 0,
    jobId: '',
    extraNonce: '',
    extraNonce2Size: 0,
  },
  ...{ prevHash: '', coinbase1: '', coinbase2: '', version: '', bits: '', time: '', timestamp: 0, cleanJobs: false },
  ...{ received: 0, merkleBranches: [...branches].map(branch), ...more },
});
const mapOf = (...jobs: StratumJob[]) => new Map(jobs.map((job) => [job.pool, job]));

/*
 *  abc  job 3   the same template as job 7
 *  abc  job 7
 *  abd  job 5   differs in the last branch
 *  e    job 1
 */
test('puts jobs with common branches together, largest group first, blocks of lower heights last', () => {
  const rows = stratumRows(
    mapOf(jobOf(1, 'e'), jobOf(3, 'abc'), jobOf(5, 'abd'), jobOf(7, 'abc'), jobOf(9, 'abc', { height: 899 })),
  );
  expect(rows.map(({ job, sharedAbove, sharedBelow }) => [job.pool, sharedAbove, sharedBelow])).toEqual([
    [3, 0, 3],
    [7, 3, 2],
    [5, 2, 0],
    [1, 0, 0],
    [9, 0, 0],
  ]);
});

test('jobs of empty blocks have no branches, and no row is lost', () => {
  const rows = stratumRows(mapOf(jobOf(1, ''), jobOf(2, ''), jobOf(3, 'a')));
  expect(rows.map(({ job }) => job.pool)).toEqual([1, 2, 3]);
  expect(stratumRows(new Map())).toEqual([]);
});

test('a list replaces the jobs, a job replaces that of its mining pool, and other frames change nothing', () => {
  const list = foldStratum(undefined, { stratumJobs: { 1: jobOf(1, 'a'), 2: jobOf(2, 'b') } });
  expect([...list!.keys()]).toEqual([1, 2]);
  const next = foldStratum(list, { stratumJob: jobOf(2, 'c') });
  expect(next!.get(2)!.merkleBranches).toEqual([branch('c')]);
  expect(foldStratum(next, { pong: true })).toBe(next);
  expect(foldStratum(next, { stratumJobs: {} })!.size).toBe(0);
});

test('jobs of more mining pools than the server has are dropped', () => {
  const all = Object.fromEntries(Array.from({ length: 300 }, (_, pool) => [pool, jobOf(pool, '')]));
  const jobs = foldStratum(undefined, { stratumJobs: all })!;
  expect(jobs.size).toBe(200);
  expect(foldStratum(jobs, { stratumJob: jobOf(999, '') })).toBe(jobs);
  expect(foldStratum(jobs, { stratumJob: jobOf(3, 'a') })!.size).toBe(200);
});

test('the first branch is the txid after the coinbase, in the other byte order', () => {
  const bytes = Array.from({ length: 32 }, (_, place) => place.toString(16).padStart(2, '0'));
  expect(firstTxid({ merkleBranches: [bytes.join('').toUpperCase()] })).toBe(bytes.toReversed().join(''));
  expect(firstTxid({ merkleBranches: [] })).toBeUndefined();
});

test('proofs are listed by height, newest first, one page at a time', () => {
  const records: ProofRecords = Object.fromEntries(
    [3, 9, 5].map((height) => [
      `document ${height}`,
      {
        ...{ file_name: `${height}.pdf`, sha256: branch('a'), ots_verification: 'verified', block_height: height },
        ...{ block_hash: branch('0'), block_time: height, simpleproof_url: 'https://proof.example/1' },
      },
    ]),
  );
  const names = (page: number) => proofRows(records, page, 2).rows.map(({ file_name: name }) => name);
  expect([names(1), names(2), names(3)]).toEqual([['9.pdf', '5.pdf'], ['3.pdf'], []]);
  expect(proofRows(records, 1, 2)).toMatchObject({ count: 3, pages: 2 });
  expect(proofRows({}, 1, 2)).toEqual({ rows: [], count: 0, pages: 1 });
});

test.each([
  ['display order', '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5'],
  ['header order', 'a583da1c3ff29b687248ff737822f8ce4827033a282003000000000000000000'],
  ['Stratum order', '1cda83a5689bf23f73ff4872cef822783a032748000320280000000000000000'],
])('the hash of the previous block in %s is that of block 840,000', (_, prevHash) => {
  const hash = '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5';
  expect(previousHash({ prevHash })).toBe(hash);
});
