import { afterEach, expect, test, vi } from 'vitest';
import { type Card, sizes } from './card.ts';
import { openDrawingThread } from './drawing-thread.ts';

afterEach(() => {
  vi.useRealTimers();
});

const card: Card = {
  ...sizes.site,
  network: 'Mainnet',
  title: 'Block',
  id: ['840000'],
  marks: [],
  facts: [],
  picture: undefined,
};

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

test('draws a card that is requested while the thread of earlier cards ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const thread = openDrawingThread();
  await thread.draw(card);
  vi.advanceTimersByTime(60_000);
  const png = await thread.draw(card);
  expect(png.subarray(0, 8)).toEqual(pngSignature);
  expect(thread.pending).toBe(0);
  await thread.close();
});
