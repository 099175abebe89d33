import type { Board, HostHealth, ProofRecords, StratumJob } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { notFound } from './support/open-page.ts';
import { json, textAnswer } from './support/samples/acceleration-sample.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { hashOf, tip } from './support/samples/sample-data.ts';
import { expectSound, expectSoundInBothViews } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
const hostOf = (host: string, more: Partial<HostHealth>): HostHealth => ({
  ...{ host, active: false, rtt: 41.6, latestHeight: tip, socket: false, outOfSync: false, unreachable: false },
  ...{ checked: true, lastChecked: now - 4_000, hashes: {} },
  ...more,
});
const sampleHosts = [
  hostOf('fast.example', {
    active: true,
    hashes: { backend: 'a'.repeat(40), core: '/Satoshi:31.0.0/', os: 'Debian 12', lastUpdated: now },
  }),
  hostOf('other.example', {
    rtt: 230,
    url: 'https://other.example',
    country: 'IS',
    hashes: { frontend: 'b'.repeat(40) },
  }),
  hostOf('late.example', { outOfSync: true, latestHeight: tip - 9 }),
  hostOf('down.example', { unreachable: true, rtt: null, latestHeight: 0 }),
  hostOf('new.example', { unreachable: true, checked: false, rtt: null, latestHeight: 0, lastChecked: 0 }),
];

const branches = (...names: string[]) => names.map((name) => hashOf(`branch ${name}`));
const jobOf = (pool: number, merkleBranches: string[], more: Partial<StratumJob> = {}): StratumJob => ({
  ...{
    pool,
    height: tip + 1,
    coinbase: '01000000'.repeat(30),
    scriptsig: '03a1b20d2f536c757368202f',
    jobId: `${pool}`,
  },
  ...{
    reward: 316_000_000,
    extraNonce: '00',
    extraNonce2Size: 8,
    prevHash: hashOf('tip'),
    coinbase1: '',
    coinbase2: '',
  },
  ...{ version: '20000000', bits: '17034219', time: '66000000', timestamp: 0, cleanJobs: true, received: now - 9_000 },
  merkleBranches,
  ...more,
});
const common = [...'abcdefghijk'];
const sampleJobs = [
  jobOf(1, branches(...common, 'l')),
  jobOf(2, branches(...common, 'm')),
  jobOf(3, branches('z', 'y'), { scriptsig: '', coinbase: '', received: now }),
];

const fileOf = (name: string, height: number): ProofRecords => ({
  [name]: {
    ...{ file_name: name, sha256: hashOf(name), ots_verification: 'verified', block_height: height },
    ...{ block_hash: hashOf(`block ${height}`), block_time: Math.floor(now / 1000) - 86_400 },
    simpleproof_url: `https://simpleproof.example/${height}`,
  },
});
const documents: ProofRecords = Object.assign(
  {},
  ...Array.from({ length: 30 }, (_, place) => fileOf(`Act ${place}.pdf`, 700_000 + place)),
  fileOf('<b>A long name</b> of a document that does not fit into a column of this table.pdf', 690_000),
);

const collections: Record<string, SampleAnswer> = {
  verified: json(documents),
  none: json({}),
  broken: textAnswer('{"error":"Failed to get proofs"}', 500),
};
const at = { mobileOrder: 8 };
const board: Board = {
  ...{ name: 'documents', title: 'Documents', home: false, strip: false },
  widgets: [
    { type: 'simpleproof', key: 'verified', ...at },
    { type: 'simpleproof', key: 'verified', title: 'Acts', width: 'half', ...at },
    { type: 'simpleproof_cubo', key: 'none', width: 'half', ...at },
    { type: 'simpleproof_cubo', key: 'broken', title: 'Contracts', ...at },
  ],
};
/** Jobs and hosts that the site sends. */
let jobs: StratumJob[] = sampleJobs;
let hosts: HostHealth[] = sampleHosts;
const plain = testSite();
const site = testSite({
  settings: { stratum: true, monitoring: true, proofs: ['verified'], boards: { site: 'acme', pages: [board] } },
  frame(command) {
    if (command.type === 'track-stratum')
      return { stratumJobs: Object.fromEntries(jobs.map((job) => [job.pool, job])) };
    if (command.type === 'want' && command.feeds.includes('tomahawk')) return { tomahawk: hosts };
    return undefined;
  },
  first(path) {
    if (path === '/api/v1/services/boards/acme/documents') return json(board);
    const [, key] = /\/sp\/verified\/(\w+)$/.exec(path) ?? [];
    return key === undefined ? undefined : (collections[key] ?? textAnswer('No such proofs', 404));
  },
});
const open = (path: string, tolerated?: RegExp) => site.visit(path, { colorScheme: 'dark' }, tolerated);

test.each([
  ['/stratum', '[data-cy=stratum-jobs] tbody tr'],
  ['/monitoring', '[data-cy=monitored-hosts] tbody tr'],
  ['/sp/verified', '[data-cy=proofs] tbody tr'],
])('%s: no console error, axe finding or horizontal scroll in both views', async (path, row) => {
  const { page, faults } = await site.look(path);
  await page.locator(row).first().waitFor();
  await expectSoundInBothViews(page, faults);
});

test('pages of sources that are not configured do not exist, on other networks either, and are not linked', async () => {
  for (const path of ['/stratum', '/monitoring', '/sp/verified'])
    expect([path, (await fetch(plain.origin + path)).status]).toEqual([path, 404]);
  for (const path of ['/testnet4/stratum', '/testnet4/monitoring', '/testnet4/sp/verified', '/sp/unknown'])
    expect([path, (await fetch(site.origin + path)).status]).toEqual([path, 404]);
  const linked = async (origin: string) =>
    [...(await (await fetch(`${origin}/blocks`)).text()).matchAll(/href="(\/(?:stratum|monitoring|sp\/\w+))"/g)].map(
      ([, path]) => path,
    );
  expect(await linked(plain.origin)).toEqual([]);
  expect(await linked(site.origin)).toEqual(['/stratum', '/monitoring', '/sp/verified']);
});

test('a new job replaces that of its mining pool, and its common branches are named', async () => {
  const { page } = await open('/stratum');
  const rows = page.locator('[data-cy=stratum-jobs] tbody tr');
  await expect.poll(() => rows.count()).toBe(3);
  const labels = () =>
    page.locator('[data-cy=stratum-jobs] svg[role=img]').evaluateAll((all) => all.map((each) => each.ariaLabel));
  expect(await labels()).toEqual([
    '12 Merkle branches',
    expect.stringMatching(/^12 Merkle branches, the first 11 as of /),
    '2 Merkle branches',
  ]);
  const first = sampleJobs[0]!.merkleBranches[0]!;
  expect(await rows.first().locator('rect').first().getAttribute('fill')).toBe(`#${first.slice(0, 6)}`);
  expect(await rows.first().locator('a').first().getAttribute('href')).toBe(
    `/tx/${first.match(/../g)!.reverse().join('')}`,
  );
  site.push({ stratumJob: jobOf(3, branches(...common, 'l', 'n')) });
  await expect
    .poll(labels)
    .toEqual([
      '12 Merkle branches',
      expect.stringMatching(/^13 Merkle branches, the first 12 as of /),
      expect.stringMatching(/^12 Merkle branches, the first 11 as of /),
    ]);
  await leave(page);
});

test('the page of a mining pool has the block that it works on', async () => {
  const { page, faults } = await open('/mining/pool/foundryusa');
  const card = page.locator('[data-part~=next-block]');
  await card.locator('dl').waitFor();
  expect(await card.locator('h2').innerText()).toBe('Next Block');
  const previous = await card.locator('a[href^="/block/"]').getAttribute('href');
  expect(previous).toBe(`/block/${hashOf('tip')}`);
  expect(await card.locator('svg[role=img]').getAttribute('aria-label')).toBe('12 Merkle branches');
  site.push({ stratumJob: jobOf(1, branches('a', 'b'), { cleanJobs: false }) });
  await card.getByText('✖ No').waitFor();
  await expectSoundInBothViews(page, faults);
  await leave(page);
  const html = await (await fetch(`${plain.origin}/mining/pool/foundryusa`)).text();
  expect(html).not.toContain('next-block');
});

test('without jobs and hosts the pages show a sentence in place of rows', async () => {
  [jobs, hosts] = [[], []];
  const { page, faults } = await open('/stratum');
  await page.getByText('No jobs yet.').waitFor();
  await expectSound(page, faults);
  await page.goto(`${site.origin}/monitoring`);
  await page.getByText('No hosts are monitored.').waitFor();
  await expectSound(page, faults);
  [jobs, hosts] = [sampleJobs, sampleHosts];
  await leave(page);
});

test('hosts have their state, height and versions, and the rows follow new checks', async () => {
  const { page } = await open('/monitoring');
  const rows = page.locator('[data-cy=monitored-hosts] tbody tr');
  await expect.poll(() => rows.count()).toBe(5);
  expect(await rows.locator('.badge').allInnerTexts()).toEqual([
    'Best',
    'In sync',
    'Behind',
    'Unreachable',
    'Checking',
  ]);
  const cells = await rows.first().locator('td').allInnerTexts();
  expect(cells.slice(5)).toEqual(['42 ms', tip.toLocaleString('en'), '~', 'aaaaaaaa', 'Satoshi:31.0.0', 'Debian 12']);
  site.push({ tomahawk: [hostOf('down.example', { active: true })] });
  await expect.poll(() => rows.locator('.badge').allInnerTexts()).toEqual(['Best']);
  site.cut();
  // the next connection has the list of the server
  await expect.poll(() => rows.count()).toBe(5);
  await leave(page);
});

test('hosts have their country where it is configured, and a link to their status page', async () => {
  const { page } = await open('/monitoring');
  const rows = page.locator('[data-cy=monitored-hosts] tbody tr');
  await expect
    .poll(() => rows.locator('[data-label=Country]').allInnerTexts())
    .toEqual(['~', '🇮🇸 Iceland', '~', '~', '~']);
  const links = await rows.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(links).toEqual(['https://other.example/status']);
  await page.context().close();
  const answer = await fetch(`${site.origin}/nodes`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/monitoring']);
});

test('proofs are paged, also without JavaScript, and link block and proof', async () => {
  const { page } = await site.visit('/sp/verified', { javaScriptEnabled: false });
  const rows = page.locator('[data-cy=proofs] tbody tr');
  expect(await rows.count()).toBe(25);
  expect(await rows.first().innerText()).toContain('Act 29.pdf');
  expect(
    await rows
      .first()
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual([`/block/${hashOf('block 700029')}`, 'https://simpleproof.example/700029']);
  await page.getByRole('link', { name: 'Next page' }).click();
  expect(await rows.count()).toBe(6);
  expect(await rows.last().innerText()).toContain('<b>A long name</b>');
  await leave(page);
});

test('an empty collection, and a source that fails', async () => {
  const { page, faults } = await open('/sp/none');
  await page.getByText('No documents yet.').waitFor();
  await expectSound(page, faults);
  await leave(page);
  const failed = await open('/sp/broken', /status of 500/);
  await failed.page.getByText('Failed to get proofs').waitFor();
  await expectSound(failed.page, failed.faults);
  await leave(failed.page);
  const unknown = await open('/sp/unknown', notFound);
  expect(await unknown.page.locator('h1').innerText()).toBe('Not found');
  await leave(unknown.page);
});

test('widgets of boards list the newest documents of a collection and link all of them', async () => {
  const { page, faults } = await open('/board/documents', /status of 500/);
  const widgets = page.locator('[data-widget^=simpleproof]');
  const titles = await widgets.locator('h2').allInnerTexts();
  expect(titles).toEqual(['Verified documents', 'Acts', 'Verified documents: none', 'Contracts']);
  const columns = (place: number) => widgets.nth(place).locator('thead th').allInnerTexts();
  expect(await columns(0)).toEqual(['File', 'SHA-256', 'Verification', 'Block', 'Block time', 'Proof']);
  expect(await columns(1)).toEqual(['File', 'Block', 'Block time', 'Proof']);
  const rows = widgets.first().locator('tbody tr');
  expect([await rows.count(), await rows.first().innerText()]).toEqual([6, expect.stringContaining('Act 29.pdf')]);
  const links = await page
    .locator('[data-widget^=simpleproof] header a')
    .evaluateAll((all) => all.map((each) => [each.getAttribute('href'), each.textContent]));
  expect(links).toEqual(Array.from({ length: 2 }, () => ['/sp/verified', 'Show all (31)']));
  expect(await widgets.nth(2).innerText()).toContain('No documents yet.');
  expect(await widgets.nth(3).innerText()).toContain('Failed to get proofs');
  await expectSoundInBothViews(page, faults);
  await page.context().close();
});
