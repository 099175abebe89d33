import { CodedError, fromHex, isOnCurve, tapOutputKey } from '@glassblock/primitives';
import type { HDKey } from '@scure/bip32';
import { descriptorChecksum } from './descriptor-checksum.ts';
import { firstHardened, publicKeyOf, readAccountKey, type SingleKind } from './extended-key.ts';
import { multisigScript, payToScriptHash, payToWitnessScriptHash, singleKeyScript } from './output-scripts.ts';
import { isSecret } from './secret-text.ts';

/** A parsed descriptor. */
export interface Descriptor {
  /** Branches of `<0;1>`; 1 without it. */
  branches: number;
  /** Ends in `*`: each branch has a script per index. */
  isRanged: boolean;
  /** Network of its extended keys; undefined without any. */
  isTest: boolean | undefined;
  /** @param index below 2^31; ignored unless ranged */
  scriptAt(branch: number, index: number): Uint8Array;
}

/** A key of a descriptor. */
interface KeyExpression {
  branches: number;
  isRanged: boolean;
  isTest: boolean | undefined;
  isCompressed: boolean;
  keyAt(branch: number, index: number): Uint8Array;
}

const longest = 20_000;
const maxPathLength = 32;

/** Errors of a descriptor; their messages are desk.broken.* */
export const descriptorFaults = [
  'long',
  'letter',
  'unread',
  'brackets',
  'script',
  'one',
  'uncompressed',
  'threshold',
  'keys',
  'branches',
  'networks',
  'expression',
  'plain',
  'point',
  'hardened',
  'path',
] as const;
const broken = (fault: (typeof descriptorFaults)[number]): CodedError =>
  new CodedError('desk.descriptor', `descriptor: ${fault}`, { datum: fault });

/** Parses pkh, wpkh, sh(wpkh), tr with a key only, and multi or sortedmulti within sh, wsh or sh(wsh). */
export function readDescriptor(text: string): Descriptor {
  if (isSecret(text)) throw new CodedError('desk.secret', 'a private key');
  if (text.length > longest) throw broken('long');
  const [body = '', given, more] = text.trim().split('#');
  const right = descriptorChecksum(body);
  if (right === undefined) throw broken('letter');
  if (more !== undefined || (given !== undefined && given !== right))
    throw new CodedError('desk.checksum', 'the checksum is wrong', { datum: right });
  return readBody(body);
}

function readBody(body: string): Descriptor {
  const [name, inner] = callOf(body);
  if (name === 'pkh' || name === 'wpkh' || name === 'tr') return single(name, inner);
  if (name === 'wsh') return multi(inner, payToWitnessScriptHash, 20);
  if (name === 'sh') {
    const [wrapped, deepest] = callOf(inner);
    if (wrapped === 'wpkh') return single('sh-wpkh', deepest);
    if (wrapped === 'wsh') return multi(deepest, (script) => payToScriptHash(payToWitnessScriptHash(script)), 20);
    return multi(inner, payToScriptHash, 15);
  }
  throw broken('unread');
}

/** Splits `name(inner)`. */
function callOf(text: string): [name: string, inner: string] {
  const found = /^([a-z_]{1,20})\((.*)\)$/s.exec(text);
  if (found?.[1] === undefined || found[2] === undefined) throw broken('brackets');
  return [found[1], found[2]];
}

function single(kind: SingleKind, inner: string): Descriptor {
  if (inner.includes(',')) throw broken(kind === 'tr' ? 'script' : 'one');
  const key = readKey(inner, kind === 'tr');
  if (kind !== 'pkh' && !key.isCompressed) throw broken('uncompressed');
  const { branches, isRanged, isTest } = key;
  return {
    branches,
    isRanged,
    isTest,
    scriptAt: (branch, index) => singleKeyScript(kind, key.keyAt(branch, index)),
  };
}

function multi(inner: string, wrap: (script: Uint8Array) => Uint8Array, max: number): Descriptor {
  const [name, list] = callOf(inner);
  if (name !== 'multi' && name !== 'sortedmulti') throw broken('unread');
  const [threshold = '', ...texts] = list.split(',');
  if (!/^[1-9]\d?$/.test(threshold) || Number(threshold) > texts.length) throw broken('threshold');
  if (texts.length > max) throw broken('keys');
  const keys = texts.map((each) => readKey(each, false));
  if (wrap !== payToScriptHash && keys.some(({ isCompressed }) => !isCompressed)) throw broken('uncompressed');
  const counts = new Set(keys.map(({ branches }) => branches).filter((count) => count > 1));
  if (counts.size > 1) throw broken('branches');
  const tests = new Set(keys.flatMap(({ isTest }) => (isTest === undefined ? [] : [isTest])));
  if (tests.size > 1) throw broken('networks');
  return {
    branches: Math.max(...keys.map(({ branches }) => branches)),
    isRanged: keys.some(({ isRanged }) => isRanged),
    isTest: [...tests][0],
    scriptAt: (branch, index) =>
      wrap(
        multisigScript(
          Number(threshold),
          keys.map(({ keyAt }) => keyAt(branch, index)),
          name === 'sortedmulti',
        ),
      ),
  };
}

/**
 * Parses `[origin]key/path/<0;1>/*`.
 * @param isTaproot 32-byte keys are allowed
 */
function readKey(text: string, isTaproot: boolean): KeyExpression {
  const found = /^(?:\[([0-9a-fA-F]{8}(?:\/\d{1,10}[h'H]?)*)\])?([0-9A-Za-z]{1,130})((?:\/[^/]{1,200})*)$/.exec(text);
  if (found?.[2] === undefined) throw broken('expression');
  const [, , body, pathText = ''] = found;
  if (/^[0-9a-fA-F]+$/.test(body)) {
    if (pathText !== '') throw broken('plain');
    return plainKey(fromHex(body.length % 2 === 0 ? body.toLowerCase() : ''), isTaproot);
  }
  const { key, isTest } = readAccountKey(body);
  const parts = pathText.split('/').slice(1);
  if (parts.length > maxPathLength) throw broken('long');
  const isRanged = parts.at(-1) === '*';
  const steps = (isRanged ? parts.slice(0, -1) : parts).map(stepsOf);
  const many = steps.filter((each) => each.length > 1);
  if (many.length > 1) throw broken('branches');
  const parents = new Map<number, HDKey>();
  const parentOf = (branch: number): HDKey => {
    const known = parents.get(branch);
    if (known !== undefined) return known;
    const made = steps.reduce((at, each) => at.deriveChild(each[each.length > 1 ? branch : 0] ?? 0), key);
    parents.set(branch, made);
    return made;
  };
  return {
    branches: many[0]?.length ?? 1,
    isRanged,
    isTest,
    isCompressed: true,
    keyAt: (branch, index) => publicKeyOf(isRanged ? parentOf(branch).deriveChild(index) : parentOf(branch)),
  };
}

function plainKey(key: Uint8Array, isTaproot: boolean): KeyExpression {
  const isGood = isTaproot && key.length === 32 ? tapOutputKey(key) !== undefined : isOnCurve(key);
  if (!isGood) throw broken('point');
  return { branches: 1, isRanged: false, isTest: undefined, isCompressed: key.length !== 65, keyAt: () => key };
}

/** Parses `7` or `<0;1>`: child numbers, one per branch. Hardened ones need the private key. */
function stepsOf(part: string): number[] {
  const list = /^<(\d{1,10}(?:;\d{1,10}){1,19})>$/.exec(part)?.[1]?.split(';') ?? [part];
  if (list.some((each) => /^[\d*]+[h'H]$/.test(each)) || /[h'H]/.test(part)) throw broken('hardened');
  if (!list.every((each) => /^\d{1,10}$/.test(each) && Number(each) < firstHardened)) throw broken('path');
  if (new Set(list).size !== list.length) throw broken('branches');
  return list.map(Number);
}
