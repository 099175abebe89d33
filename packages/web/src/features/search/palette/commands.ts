import { type Preferences, themeNames } from '../../../data/preferences.ts';
import { onOtherLayer, onOtherNetwork } from '../../../data/site/network-path.ts';
import { pathOf, type SiteNetwork } from '../../../data/site/site.ts';
import type { Text, TextId } from '../../../messages/use-text.ts';
import { page } from '../../../url.ts';
import { lightningPage } from '../../lightning/lightning-url.ts';
import type { Option } from '../option.ts';

/** A command of the palette. */
export interface Command extends Option {
  run(): void;
}

/** Dependencies of the commands of every network. */
export interface CommandKit {
  text: Text;
  prefix: string;
  /** Path of the page below the router's basename. */
  path: string;
  rootNetwork: string;
  network: string;
  networks: readonly SiteNetwork[];
  fixedTheme: string | undefined;
  preferences: Preferences;
  change(part: Partial<Preferences>): void;
  /** Opens a path of this network, or one of another network. */
  open(to: string, network?: SiteNetwork): void;
  /** Copies the URL of the page to the clipboard. */
  copyAddress(): void;
}

/** Pages: name, path, and whether it shows charts. */
export type Pages = readonly (readonly [TextId, (prefix: string) => string, 'chart'?])[];
/** Optional groups of pages. */
export type PageGroup = 'mining' | 'health' | 'accelerations' | 'price' | 'lightning';

const pages: Pages = [
  ['palette.home', page.home],
  ['palette.next', (prefix) => page.mempoolBlock(prefix, 0)],
  ['palette.blocks', page.blocks],
  ['palette.txs', page.txs],
  ['palette.rbf', (prefix) => page.rbf(prefix)],
  ['palette.fees', (prefix) => page.fees(prefix)],
  ['palette.graphs', page.graphs],
  ['palette.mempool', (prefix) => page.mempoolGraph(prefix)],
  ['palette.stale', (prefix) => page.staleBlocks(prefix)],
  ['palette.desk', page.walletDesk],
  ['palette.wallet', (prefix) => page.wallet(prefix)],
  ['palette.push', (prefix) => page.push(prefix)],
  ['palette.test', page.testTxs],
  ['palette.preview', (prefix) => page.preview(prefix)],
  ['palette.faq', (prefix) => page.docs(prefix, 'faq')],
  ['palette.calculator', page.calculator],
  ['palette.clock', (prefix) => page.clock(prefix, 'mempool')],
  ['palette.rest', (prefix) => page.docs(prefix, 'rest')],
  ['palette.websocket', (prefix) => page.docs(prefix, 'websocket')],
  ['palette.status', page.status],
  ['palette.about', page.about],
  ['palette.terms', page.terms],
  ['palette.privacy', page.privacy],
  ['palette.trademark', page.trademark],
];

const groupPages: Readonly<Record<PageGroup, Pages>> = {
  mining: [
    ['palette.mining', page.mining],
    ['palette.pools', (prefix) => page.miningGraph(prefix, 'pools'), 'chart'],
    ['palette.dominance', (prefix) => page.miningGraph(prefix, 'pools-dominance'), 'chart'],
    ['palette.hashrate', (prefix) => page.miningGraph(prefix, 'hashrate-difficulty'), 'chart'],
    ['palette.feeRates', (prefix) => page.miningGraph(prefix, 'block-fee-rates'), 'chart'],
    ['palette.blockFees', (prefix) => page.miningGraph(prefix, 'block-fees'), 'chart'],
    ['palette.subsidy', (prefix) => page.miningGraph(prefix, 'block-fees-subsidy'), 'chart'],
    ['palette.rewards', (prefix) => page.miningGraph(prefix, 'block-rewards'), 'chart'],
    ['palette.sizes', (prefix) => page.miningGraph(prefix, 'block-sizes-weights'), 'chart'],
  ],
  health: [['palette.health', (prefix) => page.miningGraph(prefix, 'block-health'), 'chart']],
  accelerations: [
    ['palette.accelerations', (prefix) => page.acceleration(prefix)],
    ['palette.accelerationFees', (prefix) => page.accelerationFees(prefix), 'chart'],
  ],
  price: [['palette.price', (prefix) => page.priceGraph(prefix), 'chart']],
  lightning: [
    ['palette.lightning', page.lightning],
    ['palette.lightningRankings', lightningPage.rankings],
    ['palette.penalties', lightningPage.penalties],
  ],
};
const groups = Object.keys(groupPages) as PageGroup[];

/** Returns the pages of a Bitcoin network. @param has optional groups of pages that this site has */
export const bitcoinPages = (has: Readonly<Record<PageGroup, boolean>>): Pages => [
  ...pages,
  ...groups.filter((group) => has[group]).flatMap((group) => groupPages[group]),
];

/** Returns all commands of a page: pages, networks, settings. */
export function commands(kit: CommandKit, listed: Pages): Command[] {
  const { text } = kit;
  return [
    ...listed.map(
      ([id, to, chart]): Command => ({
        key: id,
        group: text('palette.pages'),
        text: text(id),
        run: () => kit.open(to(kit.prefix)),
        ...(chart && { keywords: text('palette.graphs') }),
      }),
    ),
    ...networkCommands(kit),
    ...settingCommands(kit),
  ];
}

function networkCommands(kit: CommandKit): Command[] {
  const { text, networks, network: own } = kit;
  const isLiquid = networks.some(({ name, isLiquid: is }) => name === own && is === true);
  return networks
    .filter(({ name }) => name !== own)
    .map((network) => ({
      key: network.name,
      group: text('palette.networks'),
      text: text('palette.network', { network: network.label }),
      run() {
        const other = isLiquid === (network.isLiquid === true) ? onOtherNetwork : onOtherLayer;
        kit.open(other(kit.path, kit.prefix, pathOf(network, kit.rootNetwork)), network);
      },
    }));
}

function settingCommands({ text, preferences, change, fixedTheme, copyAddress }: CommandKit): Command[] {
  const inGroup = (key: string, label: string, run: () => void) => ({
    key,
    group: text('palette.choices'),
    text: label,
    run,
  });
  const choice = (id: TextId, run: () => void) => inGroup(id, text(id), run);
  const themes = fixedTheme === undefined ? themeNames.filter((theme) => theme !== preferences.theme) : [];
  return [
    choice('palette.copy', copyAddress),
    ...themes.map((theme) => inGroup(`theme ${theme}`, text('palette.theme', { theme }), () => change({ theme }))),
    preferences.rateUnit === 'vb'
      ? choice('palette.wu', () => change({ rateUnit: 'wu' }))
      : choice('palette.vb', () => change({ rateUnit: 'vb' })),
    preferences.ltr
      ? choice('palette.newestLeft', () => change({ ltr: false }))
      : choice('palette.newestRight', () => change({ ltr: true })),
    preferences.unit === 'btc'
      ? choice('palette.sats', () => change({ unit: 'sats' }))
      : choice('palette.btc', () => change({ unit: 'btc' })),
  ];
}

/**
 * Filters options: every typed word is the prefix of a word of the option, or, if no option matches, its letters appear
 * in order. Returns all options when nothing is typed.
 */
export function fitting<T extends Option>(all: readonly T[], typed: string): T[] {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [...all];
  const byWords = all.filter((option) => {
    const own = `${option.text} ${option.group} ${option.keywords ?? ''}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => own.some((mine) => mine.startsWith(word)));
  });
  if (byWords.length > 0) return byWords;
  const letters = words.join('');
  return all.filter((option) => {
    let at = 0;
    for (const letter of option.text.toLowerCase()) if (letter === letters[at]) at++;
    return at === letters.length;
  });
}
