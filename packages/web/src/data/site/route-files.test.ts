import { expect, test } from 'vitest';
import { routesOf } from './route-files.ts';

const route = (id: string, parentId?: string, path?: string, index?: boolean) => ({
  id,
  module: `/${id}.js`,
  ...(parentId !== undefined && { parentId }),
  ...(path !== undefined && { path }),
  ...(index !== undefined && { index }),
});
const routes = Object.fromEntries(
  [
    route('root', undefined, ''),
    route('network', 'root', ':network?'),
    route('dashboard', 'network', undefined, true),
    route('texts', 'network'),
    route('tx', 'texts', 'tx/:id'),
    route('push', 'texts', 'tx/push'),
    route('graphs', 'network', 'graphs/:name'),
  ].map((one) => [one.id, one]),
);

test.each([
  ['/', ['root', 'network', 'dashboard']],
  ['/signet', ['root', 'network', 'dashboard']],
  ['/tx/00', ['root', 'network', 'texts', 'tx']],
  ['/testnet4/tx/push', ['root', 'network', 'texts', 'push']],
  ['/graphs/fees', ['root', 'network', 'graphs']],
  ['/a/b/c/d', []],
])('%s uses %j', (path, ids) => {
  expect(routesOf({ url: '/manifest.js', routes }, path).map(({ id }) => id)).toEqual(ids);
});
