import type { Board, Treasuries, WatchedWallet, WebConfig } from '@glassblock/contract';
import type { SampleAnswer } from './sample-answer.ts';
import { hashOf, ownAddress } from './sample-data.ts';

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const now = Math.floor(Date.now() / 1000);
const day = 86_400;

/** Settings of a site whose board replaces the dashboard. */
export const boardSettings: Partial<WebConfig> = {
  treasuries: true,
  boards: {
    site: 'acme',
    home: 'reserves',
    pages: [
      { name: 'reserves', title: 'Reserves of Acme' },
      { name: 'network', title: 'Network' },
    ],
  },
};

const at = { mobileOrder: 8 };
const reserves: Board = {
  name: 'reserves',
  title: 'Reserves of Acme',
  home: true,
  strip: true,
  widgets: [
    { type: 'treasury', title: 'Acme', wallet: 'cold', ...at },
    { type: 'walletTransactions', wallet: 'cold', ...at },
    { type: 'wallet', title: 'Cold storage', wallet: 'cold', ...at },
    { type: 'address', title: 'Donations', address: ownAddress, ...at },
    {
      type: 'text',
      title: 'About <b>Acme</b>',
      text: 'We hold bitcoin.\nSince 2019.\n\nNo <script>alert(1)</script>.',
      links: [{ label: 'Annual report', url: 'https://acme.example/report' }],
      mobileOrder: 1,
    },
    { type: 'treasuries', ...at },
    { type: 'miningPools', window: '1w', ...at },
    { type: 'wallet', title: 'Missing', wallet: 'other', ...at },
  ],
};
const network: Board = {
  name: 'network',
  title: 'Network',
  home: false,
  strip: false,
  widgets: [
    { type: 'fees', ...at },
    { type: 'difficulty', ...at },
    { type: 'mempool', ...at },
    { type: 'nextBlock', ...at },
    { type: 'replacements', ...at },
    { type: 'transactions', ...at },
    { type: 'blocks', ...at },
  ],
};

const rows = Array.from({ length: 40 }, (_, place) => ({
  txid: hashOf(`wallet ${place}`),
  value: place % 4 === 3 ? -30_000_000 : 125_000_000 + place * 1_000_000,
  height: 840_000 - place * 500,
  time: now - place * 9 * day - 3_600,
  tx_position: 1,
}));
const totals = (sum: number) => ({
  tx_count: 40,
  funded_txo_count: 30,
  funded_txo_sum: sum + 300_000_000,
  spent_txo_count: 10,
  spent_txo_sum: 300_000_000,
});
const balance = rows.reduce((sum, { value }) => sum + value, 0);
const wallet: WatchedWallet = {
  [ownAddress]: { address: ownAddress, stats: totals(balance), transactions: rows, lastSync: now * 1000 },
  ...Object.fromEntries(
    [address, ...Array.from({ length: 5 }, (_, place) => `bc1q${hashOf(String(place)).slice(0, 38)}`)].map(
      (each, place) => [
        each,
        {
          address: each,
          stats: { ...totals(10 ** 9 / (place + 1)), tx_count: 4 ** place },
          transactions: [],
          lastSync: 0,
        },
      ],
    ),
  ),
};
const treasuries: Treasuries = ['Acme', 'Example Mining <Ltd>', 'Third', 'Fourth'].map((name, place) => ({
  id: place + 1,
  name,
  wallet: place === 0 ? 'cold' : `w${place}`,
  enterprise: '',
  verifiedAddresses: [address],
  balances: Array.from({ length: 30 }, (_, step) => ({
    balance: Math.round(((step + 1) * 2 ** (36 - place)) / 3),
    time: now - (30 - step) * 12 * day,
  })),
}));

/** Returns the answers of boards, watched wallets and treasuries; undefined for other paths. */
export function boardAnswer(path: string): SampleAnswer | undefined {
  const json = (body: unknown): SampleAnswer => ({ status: 200, contentType: 'application/json', body });
  const none = (body: string): SampleAnswer => ({ status: 404, contentType: 'text/plain', body });
  if (path === '/api/v1/services/boards/acme/reserves') return json(reserves);
  if (path === '/api/v1/services/boards/acme/network') return json(network);
  if (path.startsWith('/api/v1/services/boards/')) return none('No such board');
  if (path === '/api/v1/wallet/cold') return json(wallet);
  if (path.startsWith('/api/v1/wallet/')) return none('No such wallet');
  return path === '/api/v1/treasuries' ? json(treasuries) : undefined;
}
