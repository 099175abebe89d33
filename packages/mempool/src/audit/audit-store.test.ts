import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex, toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlockAudit } from './audit-block.ts';
import { decodeAudit, encodeAudit } from './audit-bytes.ts';
import { type AuditScore, decodeScore, encodeScore, scoreBytes } from './audit-score.ts';
import { openAuditStore } from './audit-store.ts';

const hashOf = (n: number) => n.toString(16).padStart(64, '0');
const arrived = 1_700_000_000;

const auditOf = (n: number): BlockAudit => ({
  hash: hashOf(n),
  time: arrived,
  template: [
    [hashOf(0xa1), 1_500, 140.25, 5_000_000_000, 10.7, 1_099_511_628_037, arrived - 60],
    [hashOf(0xa2), 0, 100, 0, 0, 0, arrived, 1],
  ],
  unseen: [hashOf(0xb1)],
  missing: [hashOf(0xa1)],
  added: [hashOf(0xb1)],
  prioritized: [],
  deprioritized: [hashOf(0xa2)],
  fresh: [],
  sigop: [],
  replaced: [],
  accelerated: [hashOf(0xa2)],
  matchRate: 66.67,
  similarity: 0.5,
  expectedFees: 1_500,
  expectedWeight: 961,
});
const scoreOf = (n: number, height = n): AuditScore => ({
  hash: hashOf(n),
  height,
  time: arrived + n,
  matchRate: 99.99,
  similarity: 0.123456789,
  expectedFees: 2_100_000_000_000_000,
  expectedWeight: 3_992_000,
  fees: 12_345_678,
});

describe('audit encoding', () => {
  const zeros = '00'.repeat(31);
  const literal = [
    '67626101', // gba, format 1
    `07${zeros}`, // hash
    '00f15365', // arrival
    '0b1a', // 66.67 %
    '0065cd1d', // half
    'dc0b', // 1,500 sat
    'c107', // 961 WU
    '02', // two transactions
    `a1${zeros}dc0bb10480e497d012ae0885828080802078`,
    `a2${zeros}00900300000001`,
    `0100b1${zeros}`, // unseen, by its id
    '0101', // missing: the first one of the template
    `0100b1${zeros}`,
    '00',
    '0102',
    '00',
    '00',
    '00',
    '0102',
  ].join('');

  it('encodes an audit', () => {
    const bytes = encodeAudit(auditOf(7));
    expect(toHex(bytes.subarray(0, -4))).toBe(literal);
    expect(decodeAudit(bytes)).toEqual(auditOf(7));
  });

  it('decodes completely or throws', () => {
    const bytes = encodeAudit(auditOf(7));
    for (let at = 0; at < bytes.length; at++) {
      expect(() => decodeAudit(bytes.subarray(0, at)), `${at} bytes`).toThrow('the stored audit cannot be read');
      const changed = bytes.slice();
      changed[at]! ^= 1;
      expect(() => decodeAudit(changed), `byte ${at}`).toThrow('the stored audit cannot be read');
    }
  });

  it('encodes a score', () => {
    const row = encodeScore(scoreOf(7, 840_000));
    expect(row.length).toBe(scoreBytes);
    expect(toHex(row)).toBe(`07${'00'.repeat(31)}40d10c0007f153650f2715cd5b070040075af0750700c0e93c004e61bc0000000000`);
    expect(decodeScore(row)).toEqual(scoreOf(7, 840_000));
  });
});

describe.each(['on disk', 'in memory'])('audit store %s', (place) => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'glassblock-audits-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  const open = (maxBytes = 1e6, maxAudits = 100) =>
    openAuditStore({ directory: place === 'on disk' ? directory : undefined, maxBytes, maxAudits });

  it('finds audits by hash and height, including those of stale blocks', async () => {
    const stored = await open();
    await stored.add(auditOf(1), scoreOf(1, 100));
    await stored.add(auditOf(2), scoreOf(2, 100));
    expect(await stored.audit(hashOf(1))).toEqual(auditOf(1));
    expect(stored.score(hashOf(2))).toEqual(scoreOf(2, 100));
    expect(stored.scoresAt(100).map(({ hash }) => hash)).toEqual([hashOf(2), hashOf(1)]);
    expect(stored.scoresAt(101)).toEqual([]);
    expect(stored.scoresFrom(1)).toEqual([scoreOf(2, 100)]);
    expect([await stored.audit(hashOf(3)), stored.score(hashOf(3))]).toEqual([undefined, undefined]);
    // the first audit of a block stays
    await stored.add({ ...auditOf(1), matchRate: 1 }, { ...scoreOf(1, 100), matchRate: 1 });
    expect((await stored.audit(hashOf(1)))?.matchRate).toBe(66.67);
    expect(stored.scoresFrom(0)).toHaveLength(2);
  });

  it('finds an audit while it is being written', async () => {
    const stored = await open();
    const added = stored.add(auditOf(1), scoreOf(1));
    expect(stored.score(hashOf(1))).toEqual(scoreOf(1));
    expect(await stored.audit(hashOf(1))).toEqual(auditOf(1));
    await added;
    expect(await stored.audit(hashOf(1))).toEqual(auditOf(1));
  });

  it('evicts the oldest audits above the byte or count limit and keeps their scores', async () => {
    const size = encodeAudit(auditOf(1)).length;
    for (const limits of [[3 * size], [1e6, 3]]) {
      const stored = await open(...limits);
      for (let n = 1; n <= 5; n++) await stored.add(auditOf(n), scoreOf(n));
      const found = await Promise.all([1, 2, 3, 4, 5].map((n) => stored.audit(hashOf(n))));
      expect(found.map((audit) => audit !== undefined)).toEqual([false, false, true, true, true]);
      expect(stored.score(hashOf(1))).toEqual(scoreOf(1));
      await rm(directory, { recursive: true, force: true });
    }
  });
});

describe('audit store on disk', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'glassblock-audits-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  const open = (maxBytes = 1e6) => openAuditStore({ directory, maxBytes });

  it('keeps audits after a restart, and continues evicting', async () => {
    const first = await open();
    for (const n of [1, 2, 3]) await first.add(auditOf(n), scoreOf(n));
    const second = await open(2 * encodeAudit(auditOf(1)).length);
    expect(await second.audit(hashOf(1))).toEqual(auditOf(1));
    expect(second.scoresFrom(0)).toEqual([1, 2, 3].map((n) => scoreOf(n)));
    await second.add(auditOf(4), scoreOf(4));
    expect(await second.audit(hashOf(2))).toBeUndefined();
    expect(await second.audit(hashOf(4))).toEqual(auditOf(4));
  });

  it('loses at most the newest audit on a kill at any point', async () => {
    const first = await open();
    await first.add(auditOf(1), scoreOf(1));
    const scores = join(directory, 'scores.rows');
    const whole = await readFile(scores);
    await first.add(auditOf(2), scoreOf(2));
    // a truncated score, and an audit that was not renamed into place
    await truncate(scores, whole.length + 30);
    await writeFile(join(directory, `00000003-${hashOf(3)}.audit.new`), fromHex('6762'));
    const second = await open();
    expect(second.scoresFrom(0)).toEqual([scoreOf(1)]);
    expect(await readdir(directory)).not.toContain(`00000003-${hashOf(3)}.audit.new`);
    await second.add(auditOf(3), scoreOf(3));
    expect((await open()).scoresFrom(0)).toEqual([scoreOf(1), scoreOf(3)]);
  });

  it('treats damaged files as absent, and reports them', async () => {
    const losses: string[] = [];
    const stored = await openAuditStore({ directory, maxBytes: 1e6, onDamaged: (loss) => losses.push(loss) });
    await stored.add(auditOf(1), scoreOf(1));
    await truncate(join(directory, `00000001-${hashOf(1)}.audit`), 50);
    expect(await stored.audit(hashOf(1))).toBeUndefined();
    expect(stored.score(hashOf(1))).toEqual(scoreOf(1));
    expect(losses).toEqual([`the audit of block ${hashOf(1)} is lost`]);
  });
});
