import { readFileSync } from 'node:fs';
import { ByteWriter, concatBytes, fromHex, opcodeNames } from '../../src/index.ts';

const folder = new URL('../../../../node_modules/bitcore-lib/test/data/bitcoind/', import.meta.url);

/** Returns a file of Core's test vectors, as bitcore-lib ships it. */
export function coreVectors(name: string): unknown[] {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as unknown[];
}

// A few of Core's names differ from ours.
const codeOfName = new Map(opcodeNames.map((name, code) => [name.slice(3), code]));
codeOfName.set('CHECKLOCKTIMEVERIFY', 0xb1).set('CHECKSEQUENCEVERIFY', 0xb2).set('NOP2', 0xb1).set('NOP3', 0xb2);

/**
 * Returns the bytes of a script in Core's test notation: numbers, 0x raw hex, 'text', opcode names with or without OP_.
 */
export function coreScript(text: string): Uint8Array {
  return concatBytes(...text.split(/\s+/).filter(Boolean).map(coreToken));
}

function coreToken(token: string): Uint8Array {
  if (/^-?\d+$/.test(token)) return scriptNumber(Number(token));
  if (token.startsWith('0x')) return fromHex(token.slice(2));
  if (token.startsWith("'")) return push(new TextEncoder().encode(token.slice(1, -1)));
  const code = codeOfName.get(token.replace(/^OP_/, ''));
  if (code === undefined) throw new Error(`unknown word in Core's notation: ${token}`);
  return Uint8Array.of(code);
}

function scriptNumber(value: number): Uint8Array {
  if (value === 0) return Uint8Array.of(0);
  if (value === -1 || (value >= 1 && value <= 16)) return Uint8Array.of(0x50 + value);
  const bytes: number[] = [];
  for (let rest = Math.abs(value); rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if (bytes.at(-1)! >= 0x80) bytes.push(0);
  if (value < 0) bytes[bytes.length - 1]! |= 0x80;
  return push(Uint8Array.from(bytes));
}

/** Returns a data push in the form of Core's CScript <<. */
export function push(data: Uint8Array): Uint8Array {
  const writer = new ByteWriter(data.length + 5);
  if (data.length < 0x4c) writer.u8(data.length);
  else if (data.length <= 0xff) writer.u8(0x4c).u8(data.length);
  else if (data.length <= 0xffff) writer.u8(0x4d).u16(data.length);
  else writer.u8(0x4e).u32(data.length);
  return writer.bytes(data).finish();
}
