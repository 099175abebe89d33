import type {
  ChannelLifetime,
  ChannelSplices,
  LightningChannel,
  LightningHits,
  LightningLatest,
  LightningNode,
  NodeChannel,
  NodePolicies,
} from '@glassblock/contract';
import { expect, test } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { confirmedTxid, pendingTxid } from './support/fixture-server.ts';
import { lightningSite } from './support/lightning-site.ts';
import { notFound } from './support/open-page.ts';
import { hashOf } from './support/samples/sample-data.ts';
import { expectSound } from './support/sound.ts';

const [alice, bob, carol] = [`02${'a1'.repeat(32)}`, `03${'b2'.repeat(32)}`, `03${'c3'.repeat(32)}`];
/** An alias that must stay text, and not turn the direction of the following text. */
const hostileAlias = '<b>bob</b>\u202e';

const node: LightningNode = {
  public_key: alice,
  alias: 'alice',
  color: '#ff9900',
  first_seen: 1_700_000_000,
  updated_at: 1_700_086_400,
  sockets: `1.2.3.4:9735,${'a'.repeat(56)}.onion:9735`,
  as_number: null,
  city_id: null,
  country_id: null,
  subdivision_id: null,
  longitude: null,
  latitude: null,
  iso_code: null,
  as_organization: null,
  city: null,
  country: null,
  subdivision: null,
  features: [{ bit: 9, name: 'tlv-onion', is_required: false }],
  featuresBits: '0200',
  active_channel_count: 2,
  capacity: '3000000',
  opened_channel_count: 12,
  closed_channel_count: 1,
  custom_records: { 1: 'abcd' },
};
const listed = (at: number): NodeChannel => ({
  status: 1,
  closing_reason: null,
  closing_date: null,
  capacity: 1_000_000,
  short_id: `800000x${at}x0`,
  id: '879609302220800000',
  fee_rate: 250,
  node: { alias: hostileAlias, public_key: bob, channels: 3, capacity: '5000000' },
});
const side = (public_key: string, alias: string): LightningChannel['node_left'] => ({
  alias,
  public_key,
  channels: 2,
  capacity: 3_000_000,
  base_fee_mtokens: 0,
  cltv_delta: 40,
  fee_rate: 250,
  is_disabled: 1,
  max_htlc_mtokens: 990_000_000,
  min_htlc_mtokens: 1_000,
  updated_at: '2023-11-15T22:13:20.000Z',
  longitude: null,
  latitude: null,
  funding_balance: 0,
  closing_balance: 0,
});
const channel: LightningChannel = {
  id: '879609302220800000',
  short_id: '800000x1x0',
  capacity: 1_000_000,
  transaction_id: confirmedTxid,
  transaction_vout: 0,
  closing_transaction_id: hashOf('closing'),
  closing_fee: 300,
  closing_reason: 3,
  closing_date: '2023-11-16T22:13:20.000Z',
  updated_at: null,
  created: '2023-11-14T22:13:20.000Z',
  status: 2,
  funding_ratio: null,
  closed_by: null,
  single_funded: false,
  node_left: { ...side(alice, 'alice'), funding_balance: 1_000_000, closing_balance: 400_000 },
  node_right: { ...side(bob, hostileAlias), base_fee_mtokens: 1_000, closing_balance: 599_000 },
};
/** Fields of a penalty that the page reads. */
const penalty = {
  ...channel,
  closing_transaction_id: pendingTxid,
  node1_public_key: alice,
  node2_public_key: bob,
  alias_left: 'alice',
  alias_right: hostileAlias,
};
const hits: LightningHits = {
  nodes: [{ public_key: bob, alias: hostileAlias, capacity: 1, channels: 1, status: 1 }],
  channels: [{ id: channel.id, short_id: channel.short_id, capacity: 1, status: 2 }],
};
/** Answer of the search for `lic`. */
const severalHits: LightningHits = {
  nodes: [...hits.nodes, { public_key: alice, alias: 'alice', capacity: 1, channels: 1, status: 0 }],
  channels: hits.channels,
};
const policyEvent = {
  type: 'policy' as const,
  time: 1_700_000_000,
  id: channel.id,
  short_id: channel.short_id,
  txid: null,
  capacity: null,
  public_key: bob,
  fee_rate: 250,
  base_fee_mtokens: 0,
  is_disabled: false,
  changes: 0,
  reason: null,
};
const lifetime: ChannelLifetime = {
  id: channel.id,
  short_id: channel.short_id,
  nodes: [
    { public_key: alice, alias: 'alice' },
    { public_key: bob, alias: hostileAlias },
  ],
  policies_since: 1_700_000_000,
  is_shortened: false,
  events: [
    policyEvent,
    { ...policyEvent, time: 1_700_000_100, fee_rate: 300, is_disabled: true, changes: 2 },
    { ...policyEvent, type: 'closed', txid: hashOf('closing'), public_key: null, fee_rate: null, reason: 'penalty' },
  ],
  closing: {
    txid: hashOf('closing'),
    reason: 'penalty',
    resolved: true,
    fee: 300,
    sweeps: [{ vout: 1, spent: 'to-local-revoked', txid: confirmedTxid, fee: 200 }],
    total_fee: 500,
  },
};
const nodePolicies: NodePolicies = {
  channels: 100,
  of: 120,
  policies: [250, 300].map((fee_rate, at) => ({
    time: 1_700_000_000 + 86_400 * at,
    id: channel.id,
    short_id: channel.short_id,
    peer: bob,
    alias: hostileAlias,
    capacity: channel.capacity,
    fee_rate,
    base_fee_mtokens: 0,
    is_disabled: at === 1,
    changes: at,
  })),
};
const splices: ChannelSplices = {
  before: [{ id: '1', short_id: '799000x1x0' }],
  after: [
    { id: '2', short_id: '801000x1x0' },
    { id: '3', short_id: '801000x1x1' },
  ],
};
let searched: string[] = [];
let hasChannels = true;
/** Before the first funding transaction is found. */
const pending: LightningLatest = {
  latest: {
    ...{ id: 1, added: '2023-11-15T22:13:20.000Z', channel_count: 0, node_count: 2, total_capacity: 0 },
    ...{ tor_nodes: 1, clearnet_nodes: 1, clearnet_tor_nodes: 0, unannounced_nodes: 0 },
    ...{ avg_capacity: 0, med_capacity: 0, avg_fee_rate: 0, med_fee_rate: 0 },
    ...{ avg_base_fee_mtokens: 0, med_base_fee_mtokens: 0 },
  },
};

/** Enough days for a chart, newest first. */
const days = Array.from({ length: 12 }, (_, day) => ({
  added: 1_700_000_000 - day * 86_400,
  channel_count: 6_000,
  node_count: 300,
  total_capacity: 11_000_000_000,
  tor_nodes: 100,
  clearnet_nodes: 100,
  unannounced_nodes: 50,
  clearnet_tor_nodes: 50,
}));

function bodyOf(path: string): unknown {
  const { pathname, searchParams } = new URL(path, 'http://fixture');
  if (!hasChannels && pathname.endsWith('/lightning/lookups')) return { pending: true, channels: 2, found: 0 };
  if (!hasChannels && pathname.endsWith('/statistics/latest')) return pending;
  if (!hasChannels && pathname.endsWith(`/nodes/${alice}`)) return { ...node, capacity: '0' };
  if (!hasChannels && pathname.includes('/nodes/rankings/')) return [];
  if (pathname.endsWith('/lightning/sources'))
    return [{ state: 'failed', sentence: 'The Lightning node cannot be reached.', nodes: 0, channels: 0 }];
  if (pathname.endsWith('/lightning/search')) {
    const searchText = searchParams.get('searchText') ?? '';
    searched.push(searchText);
    return searchText === 'lic' ? severalHits : hits;
  }
  if (pathname.endsWith('/statistics/all')) return days;
  if (pathname.endsWith('/lightning/groups'))
    return [{ slug: 'our', name: 'Our nodes', description: '', keys: [alice] }];
  if (pathname.endsWith('/nodes/group/our')) return [node];
  if (pathname.endsWith('/places')) return [];
  if (pathname.endsWith('/lightning/penalties')) return [penalty, { ...penalty, short_id: '800000x2x0' }];
  if (pathname.endsWith('/channels/txids')) return [{ inputs: {}, outputs: { '1': channel } }];
  if (pathname.endsWith('/closing'))
    return { reason: 'penalty', resolved: true, commitment: true, outputs: ['unspent', 'to-local-revoked'] };
  if (pathname.endsWith('/lifetime')) return lifetime;
  if (pathname.endsWith('/splices')) return splices;
  if (pathname.endsWith('/uptime'))
    return {
      is_reached: true,
      since: 1_700_000_000,
      periods: [{ days: 30, uptime: 99.5, observed: 50 }],
      changes: [{ time: 1_700_000_000, is_reached: true }],
    };
  if (pathname.endsWith(`/nodes/${alice}/policies`)) return nodePolicies;
  if (pathname.includes('/peers/') && pathname.endsWith('/policies'))
    return [{ ...policyEvent, time: 1_700_000_100, is_disabled: pathname.includes(carol) }].map(
      ({ type: _, txid, capacity, reason, ...row }) => row,
    );
  if (pathname.endsWith('/fees/histogram'))
    return { outgoing: [{ bucket: 250, count: 2, capacity: '3000000' }], incoming: [] };
  if (pathname.endsWith(`/nodes/${alice}/statistics`)) return [{ added: 1_700_006_400, capacity: 1, channels: 1 }];
  if (pathname.endsWith(`/nodes/${alice}`)) return node;
  if (pathname.endsWith(`/channels/${(800_000n << 40n) | (1n << 16n)}`)) return channel;
  if (pathname.endsWith('/lightning/channels')) {
    const start = Number(searchParams.get('index'));
    return Array.from({ length: Math.min(10, 12 - start) }, (_, i) => listed(start + i + 1));
  }
  return undefined;
}

const site = lightningSite(bodyOf);

test('a network without a graph has no link to Lightning, and its page states the reason', async () => {
  const { page, faults } = await site.visit('/testnet4/lightning', {}, notFound);
  expect(await page.locator('[data-part~=sentence]').innerText()).toContain(
    'No Lightning node is configured for Testnet4',
  );
  expect(await page.locator('#btn-lightning').count()).toBe(0);
  expect((await fetch(`${site.origin}/testnet4/lightning`)).status).toBe(404);
  expect(faults).toEqual([]);
});

test('a node that cannot be reached is reported in one sentence, and the rest of the page stays', async () => {
  const { page } = await site.visit('/lightning', {}, notFound);
  expect(await page.locator('#btn-lightning').getAttribute('aria-current')).toBe('page');
  await page.getByText('The Lightning node cannot be reached.').waitFor();
  expect(await page.locator('[data-part~=strip]').count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Liquidity ranking' }).count()).toBe(1);
});

test('the page of a node works without JavaScript', async () => {
  const { page } = await site.visit(`/lightning/node/${alice}`, { javaScriptEnabled: false });
  expect(await page.locator('h1').innerText()).toBe('alice');
  expect(await page.locator('#main').innerText()).toContain('Statistics of one day so far');
  expect(await page.locator('#main b').count()).toBe(0);
  expect(await page.locator('section:has(#node-uptime)').innerText()).toMatch(/99\.5/);
  expect(await page.locator('#main svg a').count()).toBe(10);
  expect(await page.locator('[data-part~=stacking] tbody tr').count()).toBe(10);
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL('**page=2');
  expect(await page.locator('[data-part~=stacking] tbody tr').count()).toBe(2);
  // the addresses with the key, as wallets read them
  expect(await page.locator('code').first().innerText()).toBe(`${alice}@1.2.3.4:9735`);
});

test('the page of a closed channel shows the reason with its evidence', async () => {
  const { page, faults } = await site.visit(`/lightning/channel/${channel.short_id}`, {}, notFound);
  const main = page.locator('#main');
  expect(await main.getByText('Force closed with penalty').count()).toBe(2);
  expect(await main.innerText()).toContain('Revocation key (penalty)');
  const details = main.locator('section:has(#channel-details)');
  const spliced = details.getByRole('link').filter({ hasText: /^80|^79/ });
  expect(await spliced.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/lightning/channel/799000x1x0',
    '/lightning/channel/801000x1x0',
    '/lightning/channel/801000x1x1',
  ]);
  expect(await main.locator('.badge').filter({ hasText: 'base fee' }).allInnerTexts()).toEqual([
    'Zero base fee',
    'Non-zero base fee',
  ]);
  const balances = await main.locator('section:has(#channel-balances)').innerText();
  expect(balances.match(/0\.\d{8}/g)).toEqual(['0.01000000', '0.00000000', '0.00400000', '0.00599000', '0.00001000']);
  // control characters of aliases are shown as text
  expect(await main.innerText()).not.toContain('\u202e');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Lifetime' }).click();
  await page.getByRole('heading', { name: 'Closing cost' }).waitFor();
  const rows = await page.locator('section:has(#channel-events) tbody tr').allInnerTexts();
  expect(rows[1]).toContain('250 300 ppm');
  expect(rows[1]).toContain('Disabled');
  expect(await main.innerText()).not.toContain('\u202e');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Fee history' }).click();
  await page.locator('section:has(#pair-policies) tbody tr').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // with the end of the chart, at which the last policy holds
  expect(await page.locator('section:has(#pair-fees) details tbody tr').count()).toBe(2);
  expect(faults).toEqual([]);
});

test('a penalty shows its transactions beneath its row, one at a time', async () => {
  const { page, faults } = await site.visit('/lightning/penalties', {}, notFound);
  const buttons = page.locator('#main tbody button[aria-expanded]');
  expect(await buttons.count()).toBe(2);
  await buttons.first().click();
  await page.getByRole('heading', { name: 'Opening transaction' }).waitFor();
  expect(await page.locator('[data-part~=penalty] > section > h2').allTextContents()).toEqual([
    'Opening transaction',
    'Closing transactionForce closed with penalty',
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await buttons.last().click();
  await page.locator('#main tbody tr:last-child [data-part~=penalty]').waitFor();
  expect(await page.locator('[data-part~=penalty] > section > h2').count()).toBe(2);
  await buttons.last().click();
  expect(await page.locator('[data-part~=penalty] > section > h2').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the picture of channels is one stop of the Tab key, and arrow keys move in it', async () => {
  const { page, faults } = await site.visit(`/lightning/node/${alice}`);
  const tiles = page.locator('section:has(#node-tree) svg a');
  expect(await tiles.count()).toBe(10);
  expect(await tiles.locator('tspan').first().textContent()).toMatch(/^\d+\.\d{4} BTC$/);
  const focused = () => tiles.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement));
  await tiles.first().focus();
  for (const [key, at] of [
    ['ArrowRight', 1],
    ['ArrowDown', 2],
    ['ArrowLeft', 1],
    ['End', 9],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    expect([key, await focused()]).toEqual([key, at]);
  }
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe(-1);
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe(9);
  // the arrow keys did not turn the pages of the table
  expect(page.url()).not.toContain('page=');
  expect(faults).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lightning/channel/**');
});

test('unknown nodes and channels are 404', async () => {
  for (const path of [
    `/lightning/node/${bob}`,
    '/lightning/node/zz',
    '/lightning/channel/1x2x3',
    '/lightning/channel/zz',
    '/lightning/channel/zz/lifetime',
    `/lightning/node/${alice}/peer/zz`,
    `/lightning/node/${bob}/fees`,
    '/lightning/nodes/country/zz',
    '/lightning/group/zz',
  ]) {
    const answer = await fetch(site.origin + path);
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).toContain('not found');
  }
});

test.each([
  [`/lightning/node/${alice}?page=9999`, `/lightning/node/${alice}?page=2`],
  [`/lightning/node/${alice}?channels=closed&page=2`, `/lightning/node/${alice}?channels=closed`],
  ['/lightning/penalties?page=9999', '/lightning/penalties'],
  ['/lightning/channel/1x2x3/lifetime?page=1e3', '/lightning/channel/1x2x3/lifetime'],
])('%s redirects to the last page of the list', async (path, last) => {
  const answer = await fetch(site.origin + path, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, last]);
});

test('the fees of a node over time are a chart and a table', async () => {
  const html = await (await fetch(`${site.origin}/lightning/node/${alice}/fees`)).text();
  expect(html).toContain('The 100 largest of 120 open channels.');
  expect(html).toContain(`href="/api/glass/v1/lightning/nodes/${alice}/policies?format=csv"`);
  expect(html).toMatch(/id="node-policies".*Disabled.*300/s);
});

test('a group lists an address of each node, of the chosen kind', async () => {
  const first = await (await fetch(`${site.origin}/lightning/group/our`)).text();
  expect(first).toMatch(/aria-current="true"[^>]*>IPv4/);
  expect(first).toContain(`title="${alice}@1.2.3.4:9735"`);
  const tor = await (await fetch(`${site.origin}/lightning/group/our?address=tor`)).text();
  expect(tor).toMatch(/aria-current="true"[^>]*>Tor/);
  expect(tor).toContain(`title="${alice}@${'a'.repeat(56)}.onion:9735"`);
  expect(tor).not.toContain('1.2.3.4:9735"');
});

test('a pair without an enabled channel has a sentence in place of an empty chart', async () => {
  const html = await (await fetch(`${site.origin}/lightning/node/${alice}/peer/${carol}`)).text();
  expect(html).toContain('No changes yet. New ones appear here.');
  expect(html).toMatch(/id="pair-policies".*Disabled/s);
});

test.each([
  ['capacity', 'Lightning capacity', 'Channels and capacity per day'],
  ['nodes-networks', 'Lightning nodes', 'Nodes by network per day'],
])('the chart page %s names its subject and its chart, each once', async (path, subject, chart) => {
  const html = await (await fetch(`${site.origin}/graphs/lightning/${path}`)).text();
  const headings = [...html.matchAll(/<h[12][^>]*>([^<]+)</g)].map(([, name]) => name);
  expect(headings.filter((name) => name === subject || name === chart)).toEqual([subject, chart]);
});

test('the axis of the capacity states its unit', async () => {
  const html = await (await fetch(`${site.origin}/graphs/lightning/capacity`)).text();
  expect(html).toMatch(/<text[^>]*>150 BTC</);
});

test('other paths lead to the dashboard', async () => {
  for (const path of ['/lightning/nodes', '/graphs/lightning/x', '/testnet4/lightning/x/y']) {
    const answer = await fetch(site.origin + path, { redirect: 'manual' });
    expect(answer.status, path).toBe(302);
    expect(answer.headers.get('location')).toBe(path.startsWith('/testnet4') ? '/testnet4/lightning' : '/lightning');
  }
});

test('a transaction marks the output that opens a channel', async () => {
  const html = await (await fetch(`${site.origin}/tx/${confirmedTxid}`)).text();
  const [, badge = ''] = /data-part="tx-channel">(.{0,400})/.exec(html) ?? [];
  expect(badge).toContain(`/lightning/channel/${channel.short_id}`);
  expect(badge).toContain('Opens a channel');
  expect(badge).toContain(`/lightning/node/${alice}`);
});

test('the search lists nodes and channels from three characters on', async () => {
  const { page, faults } = await site.visit('/blocks/1');
  searched = [];
  const field = page.locator('[data-part~=search] input');
  await field.fill('ali');
  const options = page.locator('.app-search-results [role=option]');
  await options.filter({ hasText: channel.short_id }).waitFor();
  const groups = await page.locator('.app-search-results [data-part~=option-group]').allInnerTexts();
  expect(groups).toEqual(['Lightning Nodes', 'Lightning Channels']);
  expect(searched).toEqual(['ali']);
  await field.fill('al');
  await page.locator('.app-search-results [role=status]').waitFor();
  expect(searched).toEqual(['ali']);
  expect(faults).toEqual([]);
});

test('the search page opens the node with this alias', async () => {
  const answer = await fetch(`${site.origin}/search?q=${encodeURIComponent(hostileAlias)}`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toContain(`/lightning/node/${bob}`);
});

test('the search page lists nodes and channels when several match', async () => {
  const { page, faults } = await site.visit('/search?q=lic');
  await page.getByRole('heading', { name: 'Results for “lic”' }).waitFor();
  expect(await page.locator('main h2').allInnerTexts()).toEqual(['Lightning Nodes', 'Lightning Channels']);
  const links = page.locator('main li a');
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(targets).toEqual([
    ...severalHits.nodes.map(({ public_key: key }) => `/lightning/node/${key}`),
    ...severalHits.channels.map(({ short_id: id }) => `/lightning/channel/${id}`),
  ]);
  await expectSound(page, faults);
});

test.each([bob, `${bob}@203.0.113.7:9735`, `https://mempool.space/lightning/node/${bob}`])(
  'the search page opens the node of %s, not the address of its key',
  async (typed) => {
    const answer = await fetch(`${site.origin}/search?q=${encodeURIComponent(typed)}`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`/lightning/node/${bob}`);
  },
);

test.each(['/lightning', '/lightning/nodes/rankings', '/lightning/nodes/oldest', `/lightning/node/${alice}`])(
  '%s states that channels are not found yet, while they are looked up',
  async (path) => {
    hasChannels = false;
    const { page } = await site.visit(path, {}, notFound);
    hasChannels = true;
    const sentence = 'Channels and capacities appear once the funding transactions are found in the index.';
    expect(await page.getByText(sentence).count()).toBe(1);
    expect(await page.locator('#main').innerText()).not.toMatch(/\b0(\.0+)? (BTC|ppm|msat)/);
    await page.reload();
    expect(await page.getByText(sentence).count()).toBe(0);
  },
);
