/** A value of a MaxMind DB file. */
export type MmdbValue = string | number | boolean | readonly MmdbValue[] | { readonly [name: string]: MmdbValue };

/** The networks of a MaxMind DB file. */
export interface MmdbContents {
  /** Type of the database, such as `GeoLite2-City`. */
  type: string;
  /** English description. */
  description: string;
  /** Unix seconds. */
  builtAt: number;
  /** Values by prefix, `192.0.2.0/24` or `2001:db8::/32`; later ones replace earlier ones. */
  networks: readonly { prefix: string; value: MmdbValue }[];
}

interface TreeNode {
  /** A node, the offset of a value in the data section, or nothing, for the bits 0 and 1. */
  children: [TreeNode | number | undefined, TreeNode | number | undefined];
}

const dataSeparatorBytes = 16;
const metadataMarker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
const types = { string: 2, double: 3, uint16: 5, uint32: 6, map: 7, uint64: 9, array: 11, boolean: 14 } as const;

/**
 * Writes a MaxMind DB file (format 2.0, records of 32 bits, IPv6 tree with IPv4 below ::/96), for generated geography
 * and for tests. Format: https://maxmind.github.io/MaxMind-DB/
 */
export function writeMmdb({ type, description, builtAt, networks }: MmdbContents): Buffer {
  const root: TreeNode = { children: [undefined, undefined] };
  const data: Buffer[] = [];
  let dataBytes = 0;
  const offsets = new Map<string, number>();
  for (const { prefix, value } of networks) {
    const text = JSON.stringify(value);
    let offset = offsets.get(text);
    if (offset === undefined) {
      offset = dataBytes;
      offsets.set(text, offset);
      const encoded = encode(value);
      data.push(encoded);
      dataBytes += encoded.length;
    }
    insert(root, bitsOf(prefix), offset);
  }
  const metadata = encodeMap([
    ['binary_format_major_version', encodeUint(types.uint16, 2)],
    ['binary_format_minor_version', encodeUint(types.uint16, 0)],
    ['build_epoch', encodeUint(types.uint64, builtAt)],
    ['database_type', encode(type)],
    ['description', encode({ en: description })],
    ['ip_version', encodeUint(types.uint16, 6)],
    ['languages', encode(['en'])],
    ['node_count', encodeUint(types.uint32, nodesOf(root).length)],
    ['record_size', encodeUint(types.uint16, 32)],
  ]);
  return Buffer.concat([treeOf(root), Buffer.alloc(dataSeparatorBytes), ...data, metadataMarker, metadata]);
}

/** Returns the bits of a prefix in the IPv6 tree. */
function bitsOf(prefix: string): number[] {
  const [address = '', length = ''] = prefix.split('/');
  const isIpv4 = !address.includes(':');
  const bytes = isIpv4 ? [...Array<number>(12).fill(0), ...address.split('.').map(Number)] : ipv6Bytes(address);
  const bits = bytes.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1));
  return bits.slice(0, Number(length) + (isIpv4 ? 96 : 0));
}

function ipv6Bytes(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const start = groups(head);
  const end = groups(tail ?? '');
  const words = [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
  return words.flatMap((word) => [word >> 8, word & 0xff]);
}

function insert(root: TreeNode, bits: readonly number[], offset: number): void {
  let node = root;
  for (const [depth, bit] of bits.entries()) {
    if (depth === bits.length - 1) {
      node.children[bit] = offset;
      return;
    }
    const next = node.children[bit];
    // a shorter prefix keeps its value around a longer one
    const child: TreeNode = typeof next === 'object' ? next : { children: [next, next] };
    node.children[bit] = child;
    node = child;
  }
}

function nodesOf(root: TreeNode): TreeNode[] {
  const nodes = [root];
  for (let at = 0; at < nodes.length; at++) {
    for (const child of nodes[at]!.children) if (typeof child === 'object') nodes.push(child);
  }
  return nodes;
}

function treeOf(root: TreeNode): Buffer {
  const nodes = nodesOf(root);
  const numbers = new Map(nodes.map((node, at) => [node, at]));
  const tree = Buffer.alloc(8 * nodes.length);
  for (const [at, { children }] of nodes.entries()) {
    for (const [bit, child] of children.entries()) {
      const record =
        child === undefined
          ? nodes.length
          : typeof child === 'number'
            ? nodes.length + dataSeparatorBytes + child
            : numbers.get(child)!;
      tree.writeUInt32BE(record, 8 * at + 4 * bit);
    }
  }
  return tree;
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control(types.string, text.length), text]);
  }
  if (typeof value === 'boolean') return control(types.boolean, value ? 1 : 0);
  if (typeof value === 'number') {
    if (Number.isInteger(value) && value >= 0 && value <= 0xffffffff) return encodeUint(types.uint32, value);
    const double = Buffer.alloc(8);
    double.writeDoubleBE(value);
    return Buffer.concat([control(types.double, 8), double]);
  }
  if (Array.isArray(value)) {
    const list = value as readonly MmdbValue[];
    return Buffer.concat([control(types.array, list.length), ...list.map(encode)]);
  }
  return encodeMap(Object.entries(value).map(([name, member]) => [name, encode(member)]));
}

const encodeMap = (entries: readonly (readonly [string, Buffer])[]): Buffer =>
  Buffer.concat([control(types.map, entries.length), ...entries.flatMap(([name, member]) => [encode(name), member])]);

function encodeUint(type: number, value: number): Buffer {
  const digits = value.toString(16);
  const bytes =
    value === 0 ? Buffer.alloc(0) : Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([control(type, bytes.length), bytes]);
}

/** The type and the size of a value. */
function control(type: number, size: number): Buffer {
  const sizeBits = size < 29 ? size : size < 285 ? 29 : size < 65_821 ? 30 : 31;
  const head = type <= 7 ? [(type << 5) | sizeBits] : [sizeBits, type - 7];
  if (size < 29) return Buffer.from(head);
  if (size < 285) return Buffer.from([...head, size - 29]);
  const rest = size - (size < 65_821 ? 285 : 65_821);
  return Buffer.from([...head, ...(size < 65_821 ? [] : [rest >> 16]), (rest >> 8) & 0xff, rest & 0xff]);
}
