import { expect, it } from 'vitest';
import { surrogateKeys } from './surrogate-keys.ts';

it('names network, route and hundred blocks, as the CDN separates them', () => {
  const origin = { network: 'mainnet', route: 'blockTxs' };
  expect(surrogateKeys('surrogate-key', origin, 850_099)).toBe('mainnet mainnet-blockTxs mainnet-blocks-8500');
  expect(surrogateKeys('cache-tag', origin, 0)).toBe('mainnet,mainnet-blockTxs,mainnet-blocks-0');
  expect(surrogateKeys('cache-tag', origin, undefined)).toBe('mainnet,mainnet-blockTxs');
});
