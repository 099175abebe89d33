import {
  addressOf,
  ByteReader,
  CodedError,
  equalBytes,
  fromHex,
  isCoded,
  parseAddress,
  readControlBlock,
  readPsbtMap,
  readWholeTransaction,
  scriptAsm,
  tapBranchHash,
  tapLeafHash,
  tapOutputKey,
  toHex,
} from '@glassblock/primitives';
import { isHex } from '../../data/node-error-message.ts';
import { rowOf } from '../tx-input/decode-tx.ts';
import { hexOfBase64 } from '../tx-input/push-fragment.ts';
import { type GivenTaproot, givenNames, type TapFault } from './given-taproot.ts';
import { bareTree, maxAsmLength, type spentPaths, type TapPath, type TapTree, tapTree } from './tap-tree.ts';

const maxTextLength = 400_000;
const maxLeaves = 500;
const deepest = 128;

const unreadable = (what: keyof GivenTaproot, cause?: unknown) =>
  new CodedError('taptree.unreadable', what, { datum: what, cause });

/** Parsed data, not yet verified against the address. */
interface Claims {
  leaves: TapPath[];
  trees: { version: number; depth: number; script: Uint8Array }[][];
  keys: Uint8Array[];
}

/** Calls `treeWith` and returns its fault instead of throwing. */
export function givenTree(...given: Parameters<typeof treeWith>): { tree: TapTree } | { fault: TapFault } {
  try {
    return { tree: treeWith(...given) };
  } catch (error) {
    if (!isCoded(error)) throw error;
    return { fault: givenNames.find((name) => name === error.datum) ?? 'foreign' };
  }
}

/**
 * Returns the tree of an address from spends and user-supplied data; only data that matches the address is accepted.
 */
export function treeWith(
  given: GivenTaproot,
  address: string,
  network: string,
  spent: ReturnType<typeof spentPaths>,
): TapTree {
  const row = rowOf(network);
  const { script } = parseAddress(address, row);
  if (script.length !== 34 || script[0] !== 0x51 || addressOf(script, row) === undefined)
    throw new CodedError('taptree.foreign', 'not a Taproot address');
  const outputKey = script.subarray(2);
  const claims = readClaims(given);
  const isOurs = checkerOf(outputKey);
  const leaves = claims.leaves.filter((each) => isOurs(each.internalKey, rootOf(each)));
  const keys = [
    ...claims.keys,
    ...leaves.map(({ internalKey }) => internalKey),
    ...spent.map((each) => each.internalKey),
  ];
  const fromTrees = claims.trees.flatMap((tree) => {
    const paths = pathsOf(tree);
    const key = uniqueOf(keys).find((each) => isOurs(each, rootOf(paths[0])));
    return key === undefined ? [] : paths.map((path) => ({ ...path, internalKey: key }));
  });
  const tree = tapTree([...spent, ...leaves, ...fromTrees]);
  if (leaves.length === 0 && fromTrees.length === 0) {
    const bare = uniqueOf(claims.keys).find((key) => isOurs(key, undefined));
    if (bare !== undefined) return bareTree(bare);
    throw new CodedError('taptree.foreign', 'no script or tree of the input commits to this address');
  }
  if (tree === undefined)
    throw new CodedError('taptree.foreign', 'no script or tree of the input commits to this address');
  return tree;
}

/** Maximum number of curve multiplications per text; leaves of one tree share theirs. */
const maxChecks = 50;

/** Returns a cached test whether an internal key with a root yields the output key. */
function checkerOf(outputKey: Uint8Array): (internalKey: Uint8Array, root: Uint8Array | undefined) => boolean {
  const known = new Map<string, boolean>();
  return (internalKey, root) => {
    const name = toHex(internalKey) + (root === undefined ? '' : toHex(root));
    const answer = known.get(name);
    if (answer !== undefined) return answer;
    if (known.size >= maxChecks) return false;
    const output = tapOutputKey(internalKey, root);
    const isOurs = output !== undefined && equalBytes(output.key, outputKey);
    known.set(name, isOurs);
    return isOurs;
  };
}

const uniqueOf = (keys: readonly Uint8Array[]): Uint8Array[] => [
  ...new Map(keys.map((key) => [toHex(key), key])).values(),
];

function readClaims({ psbt, tapleaf, taptree, ikey }: GivenTaproot): Claims {
  const claims: Claims = { leaves: [], trees: [], keys: [] };
  if (psbt !== undefined) reading('psbt', psbt, (text) => readPsbtClaims(bytesOf(text), claims));
  if (tapleaf !== undefined)
    reading('tapleaf', tapleaf, (text) => {
      for (const pair of text.split(',')) {
        const [control = '', value = ''] = pair.trim().split(':');
        claims.leaves.push(leafOf(hexBytes(control), hexBytes(value)));
      }
    });
  if (taptree !== undefined) reading('taptree', taptree, (text) => claims.trees.push(readTree(hexBytes(text))));
  if (ikey !== undefined) reading('ikey', ikey, (text) => claims.keys.push(keyOf(hexBytes(text))));
  if (claims.leaves.length > maxLeaves) throw unreadable(psbt === undefined ? 'tapleaf' : 'psbt');
  return claims;
}

/** Reports the name of an invalid field, whatever the error. */
function reading(what: keyof GivenTaproot, text: string, read: (text: string) => void): void {
  if (text.length > maxTextLength) throw unreadable(what);
  try {
    read(text.trim());
  } catch (cause) {
    throw unreadable(what, cause);
  }
}

function hexBytes(text: string): Uint8Array {
  if (!isHex(text)) throw new Error('no hex');
  return fromHex(text.toLowerCase());
}

const bytesOf = (text: string): Uint8Array =>
  /^[0-9a-fA-F]+$/.test(text) ? hexBytes(text) : hexBytes(hexOfBase64(text) ?? '');

function keyOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== 32) throw new Error('no key');
  return bytes;
}

/** Parses field 0x15: the control block is the key, script and leaf version the value. Source: BIP 371 */
function leafOf(control: Uint8Array, value: Uint8Array): TapPath {
  const block = readControlBlock(control);
  const version = value.at(-1);
  if (block === undefined || version === undefined || block.leafVersion !== version) throw new Error('no leaf');
  const script = value.subarray(0, -1);
  return { version, script, asm: asmOf(script), path: block.path, internalKey: block.internalKey };
}

const asmOf = (script: Uint8Array): string => scriptAsm(script.subarray(0, maxAsmLength)).slice(0, maxAsmLength);

/** Parses field 0x06: leaves from left to right, each with its depth. Source: BIP 371 */
function readTree(bytes: Uint8Array): Claims['trees'][number] {
  const reader = new ByteReader(bytes);
  const leaves: Claims['trees'][number] = [];
  while (reader.remaining > 0) {
    const depth = reader.u8();
    const version = reader.u8();
    if (depth > deepest || leaves.length >= maxLeaves) throw new Error('too large');
    leaves.push({ depth, version, script: reader.lengthPrefixed() });
  }
  if (pathsOf(leaves).length === 0) throw new Error('no tree');
  return leaves;
}

/** Returns the path of each leaf; empty when the depths are not a tree. */
function pathsOf(leaves: Claims['trees'][number]): TapPath[] {
  type Part = { depth: number; hash: Uint8Array; paths: (TapPath & { path: Uint8Array[] })[] };
  const open: Part[] = [];
  for (const { depth, version, script } of leaves) {
    const leaf = { version, script, asm: asmOf(script), path: [], internalKey: new Uint8Array(32) };
    let part: Part = { depth, hash: tapLeafHash(version, script), paths: [leaf] };
    while (open.at(-1)?.depth === part.depth && part.depth > 0) {
      const left = open.pop();
      if (left === undefined) break;
      for (const each of left.paths) each.path.push(part.hash);
      for (const each of part.paths) each.path.push(left.hash);
      part = {
        depth: part.depth - 1,
        hash: tapBranchHash(left.hash, part.hash),
        paths: [...left.paths, ...part.paths],
      };
    }
    open.push(part);
  }
  const [whole] = open;
  return open.length === 1 && whole?.depth === 0 ? whole.paths : [];
}

const rootOf = (leaf: TapPath | undefined): Uint8Array | undefined =>
  leaf?.path.reduce(tapBranchHash, tapLeafHash(leaf.version, leaf.script));

/** Parses the Taproot fields of inputs and outputs; versions 0 and 2. Source: BIP 174, 370, 371 */
function readPsbtClaims(bytes: Uint8Array, claims: Claims): void {
  const reader = new ByteReader(bytes, 5);
  if (toHex(bytes.subarray(0, 5)) !== '70736274ff') throw new Error('no PSBT');
  const globals = readPsbtMap(reader);
  const unsigned = globals.get('00');
  const inputs =
    unsigned === undefined
      ? new ByteReader(globals.get('04') ?? new Uint8Array()).compactSize()
      : readWholeTransaction(unsigned).inputCount;
  for (let place = 0; reader.remaining > 0; place++) {
    for (const [key, value] of readPsbtMap(reader)) {
      const type = key.slice(0, 2);
      if (place < inputs) {
        if (type === '15') claims.leaves.push(leafOf(hexBytes(key.slice(2)), value));
        if (key === '17') claims.keys.push(keyOf(value));
      } else {
        if (key === '05') claims.keys.push(keyOf(value));
        if (key === '06') claims.trees.push(readTree(value));
      }
    }
  }
}
