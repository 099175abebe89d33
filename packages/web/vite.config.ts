import { parse } from '@formatjs/icu-messageformat-parser';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { basePlaceholder } from './src/serve/base-placeholder.ts';

/** Messages are parsed while building, so that the browser carries no message parser. Plain sentences stay plain. */
function compiledMessages(): Plugin {
  return {
    name: 'glassblock-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/src\/messages\/[a-z-]+\.json$/.test(id)) return undefined;
      const texts = JSON.parse(code) as Record<string, string>;
      const compiled = Object.entries(texts).map(([key, text]) => {
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
