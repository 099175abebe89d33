import { expect, test } from 'vitest';
import { sizes } from '../../social-images/card.ts';
import { socialImageOf } from '../../social-images/social-image-path.ts';
import { socialImageSize } from './social-image-size.ts';

const hash = 'ab'.repeat(32);
const key = `02${hash}`;

test.each([
  [`/tx/${hash}`, 'object'],
  ['/block/12', 'object'],
  [`/testnet4/block/${hash}`, 'object'],
  ['/address/1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'object'],
  ['/mining/pool/f2pool', 'object'],
  [`/liquid/assets/asset/${hash}`, 'object'],
  [`/lightning/node/${key}`, 'object'],
  [`/signet/lightning/node/${key}`, 'object'],
  ['/lightning/channel/1x2x3', 'object'],
  ['/lightning/channel/1x2x3/lifetime', 'object'],
  ['/lightning/group/the-mempool-open-source-project', 'object'],
  ['/lightning/nodes/isp/24940,16509', 'object'],
  ['/', 'site'],
  ['/blocks/1', 'site'],
  ['/lightning', 'site'],
  ['/lightning/nodes/rankings', 'site'],
  ['/lightning/nodes/country/de', 'site'],
  ['/mining', 'site'],
  ['/docs/api/rest', 'manual'],
  ['/signet/about', 'manual'],
] as const)('states the size of the image of %s', (path, kind) => {
  const networks = ['testnet4', 'signet', 'liquid'].map((name) => ({ name, path: name }));
  const drawn = socialImageOf(`/render/en/preview${path}`, networks, 'mainnet')?.kind;
  expect(drawn === 'site' || drawn === 'manual' ? drawn : 'object').toBe(kind);
  expect(socialImageSize(path)).toEqual(sizes[kind]);
});
