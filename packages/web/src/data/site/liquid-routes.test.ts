import { expect, test } from 'vitest';
import { liquidNetworkOf, routesFor } from './liquid-routes.ts';

const routes = Object.fromEntries(
  [
    { id: 'root' },
    { id: 'network', parentId: 'root' },
    { id: 'tx', parentId: 'network' },
    { id: 'liquid', parentId: 'root' },
    { id: 'liquid/tx', parentId: 'liquid' },
    { id: 'social-image:preview/*', parentId: 'root' },
    { id: 'unknown', parentId: 'root' },
  ].map((one) => [one.id, one]),
);

test('routesFor keeps the routes of one kind of network, with those below them', () => {
  expect(Object.keys(routesFor(routes, true))).toEqual(['root', 'liquid', 'liquid/tx', 'unknown']);
  expect(Object.keys(routesFor(routes, false))).toEqual(['root', 'network', 'tx', 'social-image:preview/*', 'unknown']);
});

const mainnet = { name: 'mainnet', path: '' };
const liquid = { name: 'liquid', path: 'liquid', liquid: {} };

test.each([
  ['/', undefined],
  ['/liquid', 'liquid'],
  ['/liquid/tx/00', 'liquid'],
  ['/liquid.data', 'liquid'],
  ['/liquidtestnet/tx/00', undefined],
  ['/tx/liquid', undefined],
])('liquidNetworkOf finds the network of %s beside Bitcoin', (path, name) => {
  expect(liquidNetworkOf([mainnet, liquid], path)?.name).toBe(name);
});

test('liquidNetworkOf finds a Liquid network at the root', () => {
  const networks = [
    { ...liquid, path: '' },
    { name: 'mainnet', path: 'mainnet' },
  ];
  expect(['/', '/tx/00', '/_root.data', '/mainnet/tx/00'].map((path) => liquidNetworkOf(networks, path)?.name)).toEqual(
    ['liquid', 'liquid', 'liquid', undefined],
  );
});
