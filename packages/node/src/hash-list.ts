import { setImmediate as nextTurn } from 'node:timers/promises';
import { CodedError } from '@glassblock/primitives';

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const hexLength = 64;
/** Hashes parsed before yielding to the event loop. */
const slice = 20_000;

/**
 * Parses JSON with one list of display hashes without creating a string for each: the list of a mempool of 300,000 has
 * 20 MB.
 * @returns the hashes, 32 bytes each in internal order, and the JSON with an empty list in their place
 * @throws {CodedError} node.bad-answer
 */
export async function readHashList(json: Uint8Array): Promise<{ hashes: Uint8Array; rest: unknown }> {
  const from = json.indexOf(openBracket) + 1;
  const to = json.lastIndexOf(closeBracket);
  if (from === 0 || to < from) throw bad(0);
  const hashes = new Uint8Array(32 * Math.ceil((to - from) / (hexLength + 3)));
  let count = 0;
  for (let at = skipSpace(json, from, to); at < to; count++) {
    const end = at + hexLength + 1;
    if (json[at] !== quote || json[end] !== quote) throw bad(at);
    for (let i = 0; i < 32; i++) {
      const high = digits[json[at + 1 + 2 * i]!]!;
      const low = digits[json[at + 2 + 2 * i]!]!;
      if ((high | low) > 15) throw bad(at);
      hashes[32 * count + 31 - i] = (high << 4) | low;
    }
    at = skipSpace(json, end + 1, to);
    if (at < to) {
      if (json[at] !== comma) throw bad(at);
      at = skipSpace(json, at + 1, to);
      if (at === to) throw bad(at);
    }
    if (count % slice === slice - 1) await nextTurn();
  }
  const around = Buffer.concat([json.subarray(0, from), json.subarray(to)]).toString('utf8');
  try {
    return { hashes: hashes.subarray(0, 32 * count), rest: JSON.parse(around) };
  } catch (cause) {
    throw new CodedError('node.bad-answer', 'the answer of the node is not JSON', {
      datum: around.slice(0, 200),
      cause,
    });
  }
}

/** Value of each character as a hexadecimal digit; 255 for other characters. */
const digits = new Uint8Array(256).fill(255);
for (const [value, character] of [...'0123456789abcdef'].entries()) {
  digits[character.charCodeAt(0)] = value;
  digits[character.toUpperCase().charCodeAt(0)] = value;
}

function skipSpace(json: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && json[at]! <= 0x20) at++;
  return at;
}

const bad = (at: number) =>
  new CodedError('node.bad-answer', 'the answer of the node is not a list of ids', { datum: at });
