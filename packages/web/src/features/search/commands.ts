import type { NavigateFunction } from 'react-router';
import { type Preferences, themeNames } from '../../data/preferences.ts';
import { onOtherNetwork } from '../../data/site/network-path.ts';
import type { SiteNetwork } from '../../data/site/site.ts';
import type { Text, TextId } from '../../messages/use-text.ts';
import { page, prefixOf } from '../../url.ts';
import { lightningPage } from '../lightning/lightning-url.ts';
import type { Option } from './OptionList.tsx';

/** A command of the palette. */
export interface Command extends Option {
  run(): void;
}

/** Dependencies of the commands. */
export interface CommandKit {
  text: Text;
  prefix: string;
  /** Path of the page below the router's basename. */
  path: string;
  rootNetwork: string;
  network: string;
  networks: readonly SiteNetwork[];
  /** Optional groups of pages that this site has. */
  has: Readonly<Record<PageGroup, boolean>>;
  fixedTheme: string | undefined;
  preferences: Preferences;
  change(part: Partial<Preferences>): void;
  navigate: NavigateFunction;
  /** Copies the URL of the page to the clipboard. */
  copyAddress(): void;
}

/** The name, the path, and whether the page shows charts. */
type Pages = readonly (readonly [TextId, (prefix: string) => string, 'chart'?])[];
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

/** Returns all commands of a page: pages, networks, settings. */
export function commands(kit: CommandKit): Command[] {
  const { text, preferences, change } = kit;
  const inGroup = (group: TextId, key: string, label: string, run: () => void): Command => ({
    key,
    group: text(group),
    text: label,
    run,
  });
  const choice = (id: TextId, run: () => void) => inGroup('palette.choices', id, text(id), run);
  return [
    ...[...pages, ...groups.filter((group) => kit.has[group]).flatMap((group) => groupPages[group])].map(
      ([id, to, chart]): Command => ({
        ...inGroup('palette.pages', id, text(id), () => void kit.navigate(to(kit.prefix))),
        ...(chart && { keywords: text('palette.graphs') }),
      }),
    ),
    choice('palette.copy', kit.copyAddress),
    ...kit.networks
      .filter(({ name }) => name !== kit.network)
      .map(({ name, label }) =>
        inGroup(
          'palette.networks',
          name,
          text('palette.network', { network: label }),
          () => void kit.navigate(onOtherNetwork(kit.path, kit.prefix, prefixOf(name, kit.rootNetwork))),
        ),
      ),
    ...(kit.fixedTheme === undefined
      ? [
          ...themeNames
            .filter((theme) => theme !== preferences.theme)
            .map((theme) =>
              inGroup('palette.choices', `theme ${theme}`, text('palette.theme', { theme }), () => change({ theme })),
            ),
        ]
      : []),
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
 * in order. All of them when nothing is typed.
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
