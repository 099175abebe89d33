import type { LightningLookups } from '@glassblock/contract';
import { sampleConfig } from './fixture-server.ts';
import type { SampleAnswer } from './samples/sample-answer.ts';
import { type TestSite, testSite } from './test-site.ts';

/** All funding outputs are found. */
const found: LightningLookups = { pending: false, channels: 2, found: 2 };

/** Starts a site whose main network has Lightning. @param bodyOf returns the answer of a path; undefined: 404 */
export function lightningSite(bodyOf: (path: string) => unknown): TestSite {
  function first(path: string): SampleAnswer | undefined {
    if (!path.includes('/lightning/')) return undefined;
    const body = bodyOf(path) ?? (path.endsWith('/lightning/lookups') ? found : undefined);
    if (body === undefined) return { status: 404, contentType: 'text/plain', body: 'Node not found' };
    return { status: 200, contentType: 'application/json', body };
  }
  const networks = sampleConfig().networks.map((each) => ({ ...each, lightning: each.name === 'mainnet' }));
  return testSite({ first, settings: { lightning: true, networks } });
}
