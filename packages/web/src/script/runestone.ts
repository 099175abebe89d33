import { readScript } from '@glassblock/primitives';
import { escapeInvisible } from './chain-text.ts';

/** Block height and transaction index of a rune's etching. */
export interface RuneId {
  block: bigint;
  tx: bigint;
}

/** A message of the runes protocol. Integers up to 2^128. */
export interface Runestone {
  /** Why it is malformed; a cenotaph burns its runes. */
  cenotaph?: 'opcode' | 'varint' | 'edict' | 'field' | 'flag';
  etching?: {
    /** Name with spacers. */
    name?: string;
    symbol?: string;
    divisibility: number;
    premine: bigint;
    /** Terms of open mints: amount, cap, and height ranges. */
    terms?: { amount: bigint; cap: bigint; height: Range; offset: Range };
    turbo: boolean;
  };
  mint?: RuneId;
  pointer?: bigint;
  edicts: { id: RuneId; amount: bigint; output: bigint }[];
}
type Range = readonly [from: bigint | undefined, to: bigint | undefined];

const tag = {
  body: 0n,
  divisibility: 1n,
  flags: 2n,
  spacers: 3n,
  rune: 4n,
  symbol: 5n,
  premine: 6n,
  cap: 8n,
  amount: 10n,
  heightStart: 12n,
  heightEnd: 14n,
  offsetStart: 16n,
  offsetEnd: 18n,
  mint: 20n,
  pointer: 22n,
} as const;
const maxBits = 128n;

/** Parses an output script that starts with `6a5d`; undefined for other scripts. Deltas of edict ids are summed up. */
export function runestoneOf(script: Uint8Array): Runestone | undefined {
  if (script[0] !== 0x6a || script[1] !== 0x5d) return undefined;
  const ops = readScript(script.subarray(2));
  const payload: number[] = [];
  for (const { data, truncated } of ops) {
    if (data === undefined || truncated) return { cenotaph: 'opcode', edicts: [] };
    payload.push(...data);
  }
  const numbers = integersOf(payload);
  return numbers === undefined ? { cenotaph: 'varint', edicts: [] } : stoneOf(numbers);
}

/** Parses LEB128 integers; undefined when one is truncated or too large. */
function integersOf(bytes: readonly number[]): bigint[] | undefined {
  const numbers: bigint[] = [];
  let value = 0n;
  let shift = 0n;
  for (const byte of bytes) {
    if (shift > 126n) return undefined;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte & 0x80) {
      shift += 7n;
      continue;
    }
    if (value >> maxBits) return undefined;
    numbers.push(value);
    value = 0n;
    shift = 0n;
  }
  return shift === 0n ? numbers : undefined;
}

function stoneOf(numbers: readonly bigint[]): Runestone {
  const fields = new Map<bigint, bigint[]>();
  const edicts: Runestone['edicts'] = [];
  let cenotaph: Runestone['cenotaph'];
  for (let at = 0; at < numbers.length; at += 2) {
    const key = numbers[at]!;
    if (key === tag.body) {
      if (!readEdicts(numbers.slice(at + 1), edicts)) cenotaph = 'edict';
      break;
    }
    const value = numbers[at + 1];
    if (value === undefined) cenotaph = 'field';
    else fields.set(key, [...(fields.get(key) ?? []), value]);
  }
  const flags = fields.get(tag.flags)?.[0] ?? 0n;
  if (flags >> 3n) cenotaph ??= 'flag';
  const known = new Set<bigint>(Object.values(tag));
  for (const key of fields.keys()) if (key % 2n === 0n && !known.has(key)) cenotaph ??= 'field';
  const [block, tx] = fields.get(tag.mint) ?? [];
  const pointer = fields.get(tag.pointer)?.[0];
  return {
    ...(cenotaph && { cenotaph }),
    ...(flags & 1n && { etching: etchingOf(fields, flags) }),
    ...(block !== undefined && tx !== undefined && { mint: { block, tx } }),
    ...(pointer !== undefined && { pointer }),
    edicts,
  };
}

/**
 * Parses groups of four integers; block and transaction are deltas to the previous edict.
 * @returns false when one is truncated
 */
function readEdicts(numbers: readonly bigint[], edicts: Runestone['edicts']): boolean {
  let id: RuneId = { block: 0n, tx: 0n };
  for (let at = 0; at < numbers.length; at += 4) {
    const [block, tx, amount, output] = numbers.slice(at, at + 4);
    if (block === undefined || tx === undefined || amount === undefined || output === undefined) return false;
    id = { block: id.block + block, tx: block === 0n ? id.tx + tx : tx };
    edicts.push({ id, amount, output });
  }
  return true;
}

function etchingOf(fields: ReadonlyMap<bigint, bigint[]>, flags: bigint): NonNullable<Runestone['etching']> {
  const first = (key: bigint): bigint | undefined => fields.get(key)?.[0];
  const rune = first(tag.rune);
  const symbol = first(tag.symbol);
  return {
    divisibility: Number(first(tag.divisibility) ?? 0n),
    premine: first(tag.premine) ?? 0n,
    turbo: (flags & 4n) !== 0n,
    ...(rune !== undefined && { name: spaced(runeName(rune), first(tag.spacers) ?? 0n) }),
    ...(symbol !== undefined &&
      symbol <= 0x10ffffn && { symbol: escapeInvisible(String.fromCodePoint(Number(symbol)).toWellFormed()) }),
    ...(flags & 2n && {
      terms: {
        amount: first(tag.amount) ?? 0n,
        cap: first(tag.cap) ?? 0n,
        height: [first(tag.heightStart), first(tag.heightEnd)],
        offset: [first(tag.offsetStart), first(tag.offsetEnd)],
      },
    }),
  };
}

/** Returns the letters of a rune number: 0 is A, 25 Z, 26 AA. */
export function runeName(rune: bigint): string {
  let name = '';
  for (let rest = rune + 1n; rest > 0n; rest = (rest - 1n) / 26n) {
    name = String.fromCharCode(65 + Number((rest - 1n) % 26n)) + name;
  }
  return name;
}

/** Inserts a bullet after letter i where bit i is set, except after the last one. */
export const spaced = (name: string, spacers: bigint): string =>
  [...name].map((letter, i) => letter + (i < name.length - 1 && (spacers >> BigInt(i)) & 1n ? '•' : '')).join('');
