import { parse } from '@formatjs/icu-messageformat-parser';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { basePlaceholder } from './src/serve/base-placeholder.ts';

/** Texts that only the transaction screens show, by how their names begin: they come with those, not with every page. */
const txTexts =
  /^(mark|feature|label|script|inscription|rune|flow|cluster|fate|waiting|push|test|preview|tx\.pending|tx\.rating)\./;

/** The same for stale blocks, documentation, and what the site says of itself. */
const proseTexts = /^(stale|docs|about|terms|privacy)\./;

/** Which part of the texts one belongs to; the empty one is on every page. */
const partOf = (key: string): string => (txTexts.test(key) ? '?tx' : proseTexts.test(key) ? '?prose' : '');

/**
 * Messages are parsed while building, so that the browser carries no message parser. Plain sentences stay plain.
 * `en.json?tx` is the part of the transaction screens, `en.json?prose` that of the pages of sentences, `en.json` the rest.
 */
function compiledMessages(): Plugin {
  return {
    name: 'glassblock-messages',
    enforce: 'pre',
    transform(code, id) {
      const file = /src\/messages\/[a-z-]+\.json(\?tx|\?prose)?$/.exec(id);
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

export default defineConfig(({ command }) => ({
  base: command === 'build' ? basePlaceholder : '/',
  plugins: [compiledMessages(), reactRouter()],
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
  },
}));
