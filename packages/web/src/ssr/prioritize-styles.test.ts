import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { prioritizeStyles } from './prioritize-styles.ts';

const sheet = (name: string) => `<link nonce="x" rel="stylesheet" href="/${name}.css"/>`;
const hint = (name: string) => `<link rel="modulepreload" href="/${name}.js" nonce="x"/>`;
const module = 'import "/m.js";import("/entry.js");"</ script>"';
const start = `<script nonce="x" type="module" async="">${module}</script>`;

/**
 * Runs the page's inline script in a visible or hidden page.
 * @returns the links it added at once, after a paint, and in the end
 */
function typedPrefix(html: string, hidden: boolean) {
  const [, text] = /<script nonce="x">([\s\S]*?)<\/script>/.exec(html)!;
  const added: object[] = [];
  const counts: number[] = [];
  const onPaint: (() => void)[] = [];
  const onTime: (() => void)[] = [];
  runInNewContext(text!, {
    document: {
      hidden,
      currentScript: { nonce: 'x' },
      createElement: (name: string) => ({ name }),
      head: { append: (element: object) => added.push({ ...element }) },
    },
    PerformanceObserver: class {
      step: () => void;
      constructor(step: () => void) {
        this.step = step;
      }
      observe() {
        onPaint.push(this.step);
      }
    },
    setTimeout: (step: () => void) => onTime.push(step),
  });
  for (const steps of [[], onPaint, onTime]) {
    for (const step of steps) step();
    counts.push(added.length);
  }
  return { counts, added };
}

test('keeps style sheets, and moves scripts and their hints after the first paint, or at once in a hidden page', () => {
  const body = `<body>${sheet('inside')}<p>&lt;link rel="modulepreload"</p>`;
  const html = prioritizeStyles(
    `<html><head><title>t</title>${hint('a')}${sheet('theme')}${hint('b')}<meta name="x"/>${sheet('root')}</head>${body}${start}<!--$--></body></html>`,
  );
  expect(html.slice(0, html.indexOf('<script'))).toBe(
    `<html><head><title>t</title>${sheet('theme')}${sheet('root')}<meta name="x"/></head>${body}`,
  );
  expect(html.slice(html.lastIndexOf('</script>'))).toBe('</script><!--$--></body></html>');
  const all = [
    { name: 'link', nonce: 'x', rel: 'modulepreload', href: '/a.js' },
    { name: 'link', nonce: 'x', rel: 'modulepreload', href: '/b.js' },
    { name: 'script', nonce: 'x', type: 'module', text: module },
  ];
  expect(typedPrefix(html, false)).toEqual({ counts: [0, 3, 3], added: all });
  expect(typedPrefix(html, true)).toEqual({ counts: [3, 3, 3], added: all });
});

test('leaves a page without scripts or head unchanged', () => {
  for (const html of [
    `<html><head>${sheet('a')}</head><body>${start}</body></html>`,
    `<html><head>${hint('a')}</head><body></body></html>`,
    `${hint('a')} no head`,
    '',
  ]) {
    expect(prioritizeStyles(html)).toBe(html);
  }
});
