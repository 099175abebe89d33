import { endpoints } from '@glassblock/contract';
import { apiRoutes, createFindRoute } from '@glassblock/server/testing';
import { calibrate } from '../calibrate.ts';

/** Cost of routing: every endpoint of the contract with long parameters, and unknown paths. */
const find = createFindRoute(apiRoutes('/', [{ path: '' }, { path: 'signet' }, { path: 'testnet4' }]));
const param = 'ab'.repeat(32);
const hits = Object.values(endpoints).map(
  ({ method, path }) => [method, path.replace(/:\w+/g, param)] as [typeof method, string],
);
const misses = ['/api/nothing', '/api/v1/nothing/at/all', '/docs/api/rest'].map((url) => ['GET', url] as const);

const passes = 7;
const findsPerPass = 500_000;

/** Returns the nanoseconds of one lookup, median over passes. */
function measure(paths: readonly (readonly ['GET' | 'POST', string])[], wanted: boolean): number {
  const rounds = Math.ceil(findsPerPass / paths.length);
  const took: number[] = [];
  for (let pass = 0; pass < passes; pass++) {
    const startMs = performance.now();
    for (let round = 0; round < rounds; round++) {
      for (const [method, url] of paths) {
        if ((find(method, url) !== undefined) !== wanted) throw new Error(`${method} ${url}`);
      }
    }
    took.push(((performance.now() - startMs) * 1e6) / (rounds * paths.length));
  }
  return Math.round(took.sort((a, b) => a - b)[passes >> 1]!);
}

console.log(JSON.stringify({ endpoints: hits.length, hitNs: measure(hits, true), missNs: measure(misses, false) }));
console.log(JSON.stringify({ calibration: Math.round(calibrate()) }));
