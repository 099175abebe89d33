import type { RenderedPage } from '@glassblock/web';
import { expect, it } from 'vitest';
import { createSharedPages } from './shared-pages.ts';

const pageOf = (text: string, status = 200): RenderedPage => ({ status, headers: {}, body: Buffer.from(text) });

function setUp() {
  let nowMs = 1_000;
  const pages = createSharedPages(32e6, { now: () => nowMs });
  const wait = (ms: number) => {
    nowMs += ms;
  };
  let rendered = 0;
  const get = async (key: string, { isFixed = false, status = 200, size = 1 } = {}) => {
    const page = await pages.get(key, isFixed, async () => pageOf(String(++rendered).repeat(size), status));
    return page === undefined ? undefined : Buffer.from(page.body).toString().slice(0, 1);
  };
  return { pages, get, wait };
}

it('renders a page once for concurrent requests and for a second', async () => {
  const { get, wait } = setUp();
  expect(await Promise.all([get('/'), get('/'), get('/blocks')])).toEqual(['1', '1', '2']);
  wait(900);
  expect(await get('/')).toBe('1');
  wait(200);
  expect(await get('/')).toBe('3');
});

it('caches a fixed page for an hour', async () => {
  const { get, wait } = setUp();
  expect(await get('/docs/faq', { isFixed: true })).toBe('1');
  wait(3_599_000);
  expect(await get('/docs/faq', { isFixed: true })).toBe('1');
  wait(2_000);
  expect(await get('/docs/faq', { isFixed: true })).toBe('2');
});

it('does not cache errors and redirects', async () => {
  const { get } = setUp();
  for (const [index, status] of [302, 404, 500].entries()) {
    expect(await get('/a', { status, isFixed: true })).toBe(String(index + 1));
  }
});

it('renders again after a refusal or a failure', async () => {
  const { pages, get } = setUp();
  expect(await pages.get('/', false, async () => undefined)).toBeUndefined();
  await expect(pages.get('/', false, () => Promise.reject(new Error('the thread ended')))).rejects.toThrow('ended');
  expect(await get('/')).toBe('1');
});

it('drops the least recently used pages above 32 MB', async () => {
  const { get } = setUp();
  for (const key of ['/a', '/b', '/c', '/d']) await get(key, { isFixed: true, size: 9_000_000 });
  expect(await get('/d', { isFixed: true })).toBe('4');
  expect(await get('/a', { isFixed: true })).toBe('5');
});
