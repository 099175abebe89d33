import { fromHex, numsKey, parseTaproot, tapBranchHash, tapLeafHash, toHex } from '@glassblock/primitives';
import type { ScriptPathSpend } from './script-path-spends.ts';

/** A script of an output, and its path to the root of the tree. */
export interface TapPath {
  /** Leaf version; 0xc0 is tapscript. */
  version: number;
  script: Uint8Array;
  /** Asm, truncated. */
  asm: string;
  /** Hashes of the sibling branches, from the leaf upwards. */
  path: readonly Uint8Array[];
  /** 32 bytes. */
  internalKey: Uint8Array;
  /** The input that revealed it; undefined for an unspent one. */
  spent?: { txid: string; vin: number };
}

/** A node of the tree; hashes in hex. */
export type TapNode =
  | { kind: 'branch'; hash: string; children: readonly TapNode[] }
  | {
      kind: 'leaf';
      hash: string;
      version: number;
      asm: string;
      sizeBytes: number;
      spent?: { txid: string; vin: number };
    }
  /** A branch that was not revealed. */
  | { kind: 'hidden'; hash: string };

/** The known part of an output's script tree. */
export interface TapTree {
  /** Hex. */
  internalKey: string;
  /** The internal key is the NUMS point without a known private key. */
  isKeyPathDisabled: boolean;
  /** Undefined: the output commits to no script. */
  root: TapNode | undefined;
  /** Depth of the deepest known node. */
  levels: number;
}

/** Maximum letters of a script; some are hundreds of kilobytes long. */
export const maxAsmLength = 1_000;

/** Returns the scripts that spends of an address revealed. */
export function spentPaths(spends: readonly ScriptPathSpend[]): TapPath[] {
  return spends.flatMap(({ txid, vin, witness, asm }) => {
    const { script, controlBlock } = parseTaproot(witness.map(fromHex));
    if (script === undefined || controlBlock === undefined) return [];
    const { leafVersion, path, internalKey } = controlBlock;
    return [{ version: leafVersion, script, asm: asm.slice(0, maxAsmLength), path, internalKey, spent: { txid, vin } }];
  });
}

/**
 * Returns the tree as far as the paths reveal it. Paths with another root or internal key than the first are left out.
 * Source: BIP 341
 */
export function tapTree(paths: readonly TapPath[]): TapTree | undefined {
  const children = new Map<string, readonly [Uint8Array, Uint8Array]>();
  const leaves = new Map<string, TapPath>();
  let root: string | undefined;
  for (const each of paths) {
    let hash = tapLeafHash(each.version, each.script);
    const leaf = toHex(hash);
    const steps: [string, readonly [Uint8Array, Uint8Array]][] = [];
    for (const sibling of each.path) {
      const parent = tapBranchHash(hash, sibling);
      steps.push([toHex(parent), [hash, sibling]]);
      hash = parent;
    }
    root ??= toHex(hash);
    if (toHex(hash) !== root) continue;
    for (const [parent, pair] of steps) if (!children.has(parent)) children.set(parent, pair);
    if (leaves.get(leaf)?.spent === undefined) leaves.set(leaf, each);
  }
  const [first] = paths;
  if (first === undefined || root === undefined) return undefined;
  let levels = 0;
  const nodeOf = (hash: string, level: number): TapNode => {
    levels = Math.max(levels, level);
    const pair = children.get(hash);
    if (pair !== undefined)
      return { kind: 'branch', hash, children: pair.map((each) => nodeOf(toHex(each), level + 1)) };
    const leaf = leaves.get(hash);
    if (leaf === undefined) return { kind: 'hidden', hash };
    const { version, asm, script, spent } = leaf;
    return { kind: 'leaf', hash, version, asm, sizeBytes: script.length, ...(spent && { spent }) };
  };
  const tree = nodeOf(root, 0);
  return { ...keyOf(first.internalKey), root: tree, levels };
}

/** Returns the tree of an output without scripts. */
export const bareTree = (internalKey: Uint8Array): TapTree => ({ ...keyOf(internalKey), root: undefined, levels: 0 });

const keyOf = (key: Uint8Array) => ({ internalKey: toHex(key), isKeyPathDisabled: toHex(key) === toHex(numsKey) });
