import { expect, test } from 'vitest';
import { addSocialTitles } from './social-titles.ts';

test('adds title and description of the head, escaped as they are', () => {
  const head = '<head><title>Block 0 · A &amp; &quot;B&quot;</title><meta name="description" content="One &lt;b&gt;"/>';
  expect(addSocialTitles(`${head}</head><body><title>Diagram</title></body>`)).toBe(
    `${head}<meta property="og:title" content="Block 0 · A &amp; &quot;B&quot;"/>` +
      '<meta property="og:description" content="One &lt;b&gt;"/></head><body><title>Diagram</title></body>',
  );
});

test('adds only what the head has', () => {
  expect(addSocialTitles('<head><title>Wallet</title></head><body></body>')).toBe(
    '<head><title>Wallet</title><meta property="og:title" content="Wallet"/></head><body></body>',
  );
  for (const html of ['<head></head><title>Diagram</title>', '<head><title></title></head>', '<title>No head</title>'])
    expect(addSocialTitles(html)).toBe(html);
});
