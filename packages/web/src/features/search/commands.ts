import type { NavigateFunction } from 'react-router';
import { type Preferences, themeNames } from '../../data/preferences.ts';
import { onOtherNetwork } from '../../data/site/network-path.ts';
import type { SiteNetwork } from '../../data/site/site.ts';
import type { Text, TextId } from '../../messages/use-text.ts';
import { page, prefixOf } from '../../url.ts';
import type { Option } from './OptionList.tsx';

/** Something the palette can do. */
export interface Command extends Option {
  run(): void;
}

/** What commands work with. */
export interface CommandKit {
  text: Text;
  prefix: string;
  /** Of the page, below the router's base name. */
  path: string;
  rootNetwork: string;
  network: string;
  networks: readonly SiteNetwork[];
  /** Groups of screens that are there beside the usual ones. */
  has: Readonly<Record<PageGroup, boolean>>;
  fixedTheme: string | undefined;
  preferences: Preferences;
  change(part: Partial<Preferences>): void;
  navigate: NavigateFunction;
  /** Puts the address of the page into the clipboard. */
  copyAddress(): void;
}

type Pages = readonly (readonly [TextId, (prefix: string) => string])[];
/** Screens that a site may be without. */
export type PageGroup = 'mining' | 'health' | 'accelerations' | 'price';

const pages: Pages = [
  ['palette.home', page.home],
  ['palette.next', (prefix) => page.mempoolBlock(prefix, 0)],
  ['palette.blocks', page.blocks],
  ['palette.txs', page.txs],
  ['palette.rbf', (prefix) => page.rbf(prefix)],
  ['palette.fees', (prefix) => page.fees(prefix)],
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
    ['palette.pools', (prefix) => page.miningGraph(prefix, 'pools')],
    ['palette.dominance', (prefix) => page.miningGraph(prefix, 'pools-dominance')],
    ['palette.hashrate', (prefix) => page.miningGraph(prefix, 'hashrate-difficulty')],
    ['palette.feeRates', (prefix) => page.miningGraph(prefix, 'block-fee-rates')],
    ['palette.blockFees', (prefix) => page.miningGraph(prefix, 'block-fees')],
    ['palette.subsidy', (prefix) => page.miningGraph(prefix, 'block-fees-subsidy')],
    ['palette.rewards', (prefix) => page.miningGraph(prefix, 'block-rewards')],
    ['palette.sizes', (prefix) => page.miningGraph(prefix, 'block-sizes-weights')],
  ],
  health: [['palette.health', (prefix) => page.miningGraph(prefix, 'block-health')]],
  accelerations: [
    ['palette.accelerations', (prefix) => page.acceleration(prefix)],
    ['palette.accelerationFees', (prefix) => page.accelerationFees(prefix)],
  ],
  price: [['palette.price', (prefix) => page.priceGraph(prefix)]],
};
const groups = Object.keys(groupPages) as PageGroup[];

/** Everything the palette can do on this page: pages, networks, choices. */
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
    ...[...pages, ...groups.filter((group) => kit.has[group]).flatMap((group) => groupPages[group])].map(([id, to]) =>
      inGroup('palette.pages', id, text(id), () => void kit.navigate(to(kit.prefix))),
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
 * Commands that fit a typed text: every word of it begins a word of theirs, or its letters stand in them in order
 * when no command fits by words. All of them when nothing is typed.
 */
export function fitting<T extends Option>(all: readonly T[], typed: string): T[] {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [...all];
  const byWords = all.filter((option) => {
    const own = `${option.text} ${option.group}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
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
