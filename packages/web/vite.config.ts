import { parse } from '@formatjs/icu-messageformat-parser';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { basePlaceholder } from './src/ssr/base-placeholder.ts';
import { shippedLicences } from './src/ssr/build/shipped-licences.ts';
import { withoutUnusedRouting, withSlimManifest } from './src/ssr/build/slim-scripts.ts';

/** Prefixes of texts that only the transaction screens show: they are loaded with those, not with every page. */
const txTexts = new RegExp(
  [
    String.raw`^(mark|accelerated|feature|script|inscription|rune|flow|cluster|fate|waiting|push|test|preview|txs|txChannel)\.`,
    String.raw`^tx\.(pending|rating|bad|lock|waiting|when|\w+\.text$)`,
    '^tx\\.(adjustedVsize|audit|confirmedAtOnce|details|duplicate|eta|fateLink|features|hex|inBlock|inferred|inputsOutputs)$',
    '^tx\\.(left|locktime|marks|mined|minedBy|poison|removed|replaced|replacedAt|replacedBy|replacement|rowsAll)$',
    '^tx\\.(sigops|size|timestamp|total\\.out|version)$',
    '^rbf\\.(all|full|fullIntro|intro|label|mode|more|node|showAll|showLess|table|text|timeline|title|none\\.text)$',
    '^rbf\\.status\\.(current|silent)$',
  ].join('|'),
);

/** The same for stale blocks, documentation, and the about pages. */
const proseTexts = /^(stale|docs|about|terms|privacy|trademark)\./;

/** The same for the picture of the next block, which the dashboard shows. */
const nextTexts =
  /^(filter\.(title|presetCount|weightShare|(preset|about)\.\w+)|projected\.(picture|waiting|empty|legend|curve\.\w+)|picture\.(unsupported|(legend|type)\.\w+))$/;

/** The same for pictures of blocks and the pages around them. */
const pictureTexts =
  /^(picture|filter|compare|projected|past)\.|^block\.(hash|title|genesis|stale\w*|orphans|previous|next|details|version|bits|nonce|difficulty|merkle|header|medianTime|coinbase|paid|inFees|health\.wh(y|at))$/;

/**
 * Parts of the texts that are not on every page, each loaded with the components that show it: `en.json?tx` and so on.
 */
const parts: Readonly<Record<string, RegExp>> = {
  tx: txTexts,
  prose: proseTexts,
  palette: /^palette\./,
  still: /^still\./,
  faq: /^faq\./,
  label:
    /^(label\.|tx\.(amountsIn|net|rowsFailed|confirmed|unconfirmed|confirmations|total|inputs|outputs|coinbase|spent|unspent|unknownInput|unspendable|source)$)/,
  address: /^(utxos|balance|address)\./,
  fees: /^(forecast|calibration|feesPage)\./,
  taptree: /^taptree\./,
  wallet: /^(wallet|desk)\./,
  tools: /^(calc|clock)\./,
  settings: /^settings\./,
  next: nextTexts,
  event: /^event\./,
  // drawn in a thread of the server, which reads all texts
  image: /^socialImage\./,
  picture: pictureTexts,
  mining: /^(mining|graphs\.(past|mempool|least|bands|clock|invert|lookBack))(\.|$)/,
  accel: /^accel\./,
  account: /^(account|faucet)\./,
  board: /^board\./,
  operator: /^(stratum|monitor|proofs)\./,
  checkout: /^checkout\./,
  lightning: /^lightning\./,
  liquid: /^liquid\./,
  found: /^search\.(kind\.|notHere$|unclear$|secret$|prefix\.none$)/,
  searched: /^search\.(prefix|none|empty|watch|other|secret|matches)\./,
};

/** Returns the part that a text belongs to; the empty one is on every page. */
function partOf(key: string): string {
  const name = Object.keys(parts).find((part) => parts[part]?.test(key));
  return name === undefined ? '' : `?${name}`;
}

/**
 * Messages are parsed while building, so that the browser carries no message parser. Plain sentences stay plain.
 * `en.json?tx` is the part of the transaction screens, and so on; `en.json` is the rest.
 */
function compiledMessages(): Plugin {
  return {
    name: 'glassblock-messages',
    enforce: 'pre',
    transform(code, id) {
      const file = /src\/messages\/[a-z-]+\.json(\?\w+)?$/.exec(id);
      if (file === null) return undefined;
      const texts = Object.entries(JSON.parse(code) as Record<string, string>).filter(
        ([key]) => partOf(key) === (file[1] ?? ''),
      );
      const compiled = texts.map(([key, text]) => {
        const parts = parse(text, { shouldParseSkeletons: true, captureLocation: false });
        const only = parts.length === 1 ? parts[0] : undefined;
        return [key, only?.type === 0 ? only.value : parts] as const;
      });
      return { code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`, moduleType: 'js', map: null };
    },
  };
}

/**
 * Requests style sheets of lazy parts without CORS, as React Router requests those of routes: with different modes, the
 * browser loads a sheet that both need twice, and warns about it.
 */
function styleSheetsWithoutCors(): Plugin {
  const assignment = /link\.crossOrigin = ""/;
  return {
    name: 'glassblock-style-sheets',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('vite/preload-helper.js')) return undefined;
      if (!assignment.test(code)) this.error('the preload helper of Vite does not set `crossOrigin` as expected');
      return { code: code.replace(assignment, 'if (!isCss) $&'), map: null };
    },
  };
}

/**
 * The modules of nearly every page are in three files instead of fifty: over HTTP/1.1 and a slow network each small
 * file costs a round trip before the first picture, and small files compress worse (3,400 bytes more on every page).
 */
const togetherFor = (isSsrBuild: boolean | undefined) =>
  isSsrBuild
    ? {}
    : {
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'library',
                test: /node_modules[\\/](react|react-dom|scheduler|react-router|@formatjs|zustand|use-sync-external-store|cookie|set-cookie-parser)[\\/]/,
                priority: 2,
              },
              // with all that these import, and a hook that would load the cards with it; higher than the next, which would
              // divide it
              {
                name: 'shell',
                test: /packages[\\/]web[\\/]src[\\/](app[\\/](root|routes[\\/]general[\\/]network)\.tsx|ui[\\/]hooks[\\/]use-in-view\.)/,
                priority: 1.5,
              },
              // modules that many pages share, but not the first one; higher than the next, which would include it
              {
                name: 'pages',
                test: /packages[\\/]web[\\/]src[\\/](features[\\/]lightning[\\/]|ui[\\/](failures[\\/])?(Pager|Form|TableScroll|PageUnavailable|save)\.|messages[\\/]en\.json\?label|live[\\/]reducers[\\/](listed-tx|net-change|spends-within)|data[\\/](tx[\\/]marking|part)|script[\\/]type-name)/,
                minShareCount: 9,
                priority: 1.2,
              },
              // many pages have charts, but the first one has none
              {
                name: 'frame',
                test: /packages[\\/]web[\\/]src[\\/](?!charts[\\/]|wallet[\\/]|features[\\/](graphs|mempool|mining|acceleration|liquid|tx-list)[\\/])/,
                minShareCount: 9,
                priority: 1,
              },
              // modules that are loaded together are one file: charts before interaction, the picture of the next
              // block, the cards
              {
                name: 'chart',
                test: /packages[\\/]web[\\/]src[\\/]charts[\\/](Chart|StaticChart|chart|use-live-chart|use-moment-keys|use-saving|outline|scale|plan)\./,
                priority: 0.96,
              },
              {
                name: 'picture',
                test: /packages[\\/](web[\\/]src[\\/](features[\\/](dashboard[\\/]NextBlockPicture|fees[\\/]fee-curve)\.|(pictures[\\/](block[\\/](PresetPicture|BlockPicture|Legend|PictureFrame|NextTexts|picture|use-player)|filter[\\/](filter\.|own-filter)|render))|messages[\\/]en\.json\?next))/,
                priority: 0.9,
              },
              {
                name: 'inflow',
                test: /packages[\\/]web[\\/]src[\\/]features[\\/](dashboard[\\/]InflowWidget|mempool[\\/](use-minutes|inflow|row-lines)\.)/,
                priority: 0.9,
              },
              {
                name: 'cards',
                test: /packages[\\/]web[\\/]src[\\/](app[\\/]routes[\\/]general[\\/]dashboard\.|features[\\/]dashboard[\\/](?!NextBlockPicture|InflowWidget|next-block))/,
                priority: 0.97,
              },
            ],
          },
        },
      };

export default defineConfig(({ command, isSsrBuild }) => ({
  base: command === 'build' ? basePlaceholder : '/',
  // one scan before the first page, so that it does not reload
  optimizeDeps: { entries: ['src/app/**/*.tsx'] },
  plugins: [
    compiledMessages(),
    styleSheetsWithoutCors(),
    reactRouter(),
    shippedLicences(),
    withoutUnusedRouting(),
    withSlimManifest(),
  ],
  resolve: {
    alias:
      command === 'build'
        ? [
            {
              find: '@formatjs/icu-messageformat-parser',
              replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
            },
          ]
        : [],
  },
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    cssMinify: 'lightningcss',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: togetherFor(isSsrBuild),
  },
}));
