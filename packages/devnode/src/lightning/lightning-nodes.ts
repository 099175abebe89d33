import { sha256, toHex } from '@glassblock/primitives';
import type { RandomSource } from '../traffic/random-source.ts';

/** A simulated Lightning node. */
export interface LightningNode {
  /** 66 hex digits; derived from a hash, and not always a point of the curve. */
  readonly publicKey: string;
  /** Empty: none announced. */
  readonly alias: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** Announced addresses. */
  readonly sockets: readonly string[];
  /** Announced feature bits. */
  readonly features: readonly number[];
  /** False: known from its channels only. */
  readonly isAnnounced: boolean;
  /** Relative frequency with which it is chosen for a channel. */
  readonly weight: number;
  /** Own policy: fee rate in ppm and base fee in msat of a typical channel. */
  readonly feeRatePpm: number;
  readonly baseFeeMsat: number;
}

const first = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite', 'Harbor', 'Indigo', 'Juniper'];
const more = ['Keel', 'Lantern', 'Meadow', 'North', 'Onyx', 'Prairie', 'Quartz', 'River', 'Slate', 'Tundra', 'Velvet'];
const last = ['Badger', 'Bridge', 'Comet', 'Falcon', 'Fox', 'Glider', 'Heron', 'Hub', 'Kite', 'Lynx', 'Otter'];
const kinds = ['Node', 'Owl', 'Peak', 'Raven', 'Relay', 'Router', 'Spark', 'Tower', 'Wave', 'Works', 'Yard'];
const firstWords = [...first, ...more];
const lastWords = [...last, ...kinds];
const digits = 'abcdefghijklmnopqrstuvwxyz234567';
const usualFeatures = [0, 5, 7, 9, 12, 14, 17, 19, 23, 25, 27, 45, 47, 51];

function aliasOf(random: RandomSource, index: number): string {
  const a = random.pick(firstWords);
  const b = random.pick(lastWords);
  const form = random.weighted({ words: 50, dashed: 20, dotted: 8, numbered: 14, lower: 6, none: 3 });
  if (form === 'words') return `${a} ${b}`;
  if (form === 'dashed') return `${a}-${b}`.toLowerCase();
  if (form === 'dotted') return `node.${a}${b}.example`.toLowerCase();
  if (form === 'numbered') return `${a}${b}-${index}`;
  return form === 'lower' ? `${a} ${b} ${index}`.toLowerCase() : '';
}

/** Addresses of the ranges for documentation, and onion names without a service. */
function socketsOf(random: RandomSource): string[] {
  const onion = () => `${Array.from({ length: 56 }, () => digits[random.between(0, 31)]!).join('')}.onion:9735`;
  const ipv4 = () => `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.between(1, 254)}:9735`;
  const ipv6 = () =>
    `[2001:db8:${random.between(1, 0xffff).toString(16)}::${random.between(1, 0xffff).toString(16)}]:9735`;
  const reach = random.weighted({ tor: 58, clearnet: 12, both: 22, none: 8 });
  if (reach === 'none') return [];
  const clearnet = reach === 'tor' ? [] : random.chance(0.25) ? [ipv4(), ipv6()] : [ipv4()];
  return reach === 'clearnet' ? clearnet : [...clearnet, onion()];
}

function featuresOf(random: RandomSource): number[] {
  const some = [31, 39, 55, 63, 81, 2023].filter(() => random.chance(0.3));
  return [...usualFeatures, ...some];
}

/** Returns the public key of a simulated node; those with the smallest indexes have most channels. */
export function simulatedNodeKey(seed: number, index: number): string {
  const hash = sha256(new TextEncoder().encode(`devnode lightning node ${seed} ${index}`));
  return `0${2 + (hash[0]! & 1)}${toHex(hash)}`;
}

/** Creates the nodes of a simulated network: a few large ones and many small ones. */
export function createLightningNodes(count: number, seed: number, random: RandomSource): LightningNode[] {
  return Array.from({ length: count }, (_, index) => {
    // large nodes have names
    const isAnnounced = index < 60 || random.chance(0.97);
    return {
      publicKey: simulatedNodeKey(seed, index),
      alias: !isAnnounced ? '' : aliasOf(random, index) || (index < 60 ? `Node ${index}` : ''),
      color: `#${random.between(0, 0xffffff).toString(16).padStart(6, '0')}`,
      sockets: isAnnounced ? socketsOf(random) : [],
      features: isAnnounced ? featuresOf(random) : [],
      isAnnounced,
      weight: 1 / (index + 6) ** 0.85,
      feeRatePpm: Math.min(4_900, Math.floor(random.around(120, 1.2))),
      baseFeeMsat: random.pick([0, 0, 1_000, 1_000, 1_000, 500, 100]),
    };
  });
}
