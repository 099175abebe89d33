import { parse } from '@formatjs/icu-messageformat-parser';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { basePlaceholder } from './src/serve/base-placeholder.ts';

/** Texts that only the transaction screens show, by how their names begin: they come with those, not with every page. */
const txTexts =
  /^(mark|feature|label|script|inscription|rune|flow|cluster|fate|waiting|push|test|preview|tx\.pending|tx\.rating)\./;

/**
 * Messages are parsed while building, so that the browser carries no message parser. Plain sentences stay plain.
 * `en.json?tx` is the part of the transaction screens, `en.json` the rest.
 */
function compiledMessages(): Plugin {
  return {
    name: 'glassblock-messages',
    enforce: 'pre',
    transform(code, id) {
      const file = /src\/messages\/[a-z-]+\.json(\?tx)?$/.exec(id);
      if (file === null) return undefined;
      const texts = Object.entries(JSON.parse(code) as Record<string, string>).filter(
        ([key]) => txTexts.test(key) === (file[1] !== undefined),
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
