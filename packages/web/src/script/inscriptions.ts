import { displayHash, OP, readScript, type ScriptOp } from '@glassblock/primitives';
import { chainText, readableText } from './chain-text.ts';

/** A file in a tapscript (inscription). */
export interface Inscription {
  contentType?: string;
  /** Size of the body, bytes. */
  size: number;
  /** Body as text, if its type is text and it is readable; JSON is formatted. */
  text?: string;
  /** The body is longer than the limit. */
  cropped: boolean;
  parents: string[];
  delegate?: string;
  metaprotocol?: string;
  encoding?: string;
  hasMetadata: boolean;
}

/** Maximum bytes of a body. */
const maxBytes = 100_000;
const opIf = 0x63;
const opEndif = 0x68;

const isMark = ({ data }: ScriptOp): boolean =>
  data?.length === 3 && data[0] === 0x6f && data[1] === 0x72 && data[2] === 0x64;

/** Returns the data of a push, including small numbers. */
function pushed(op: ScriptOp): Uint8Array | undefined {
  if (op.opcode === OP.PUSHNUM_NEG1) return Uint8Array.of(0x81);
  if (op.opcode >= OP.PUSHNUM_1 && op.opcode <= OP.PUSHNUM_16) return Uint8Array.of(op.opcode - OP.RESERVED);
  return op.data;
}

/** Returns all envelopes `OP_0 IF "ord" … ENDIF` of a script, in order. */
export function inscriptionsOf(script: Uint8Array): Inscription[] {
  const ops = readScript(script);
  const found: Inscription[] = [];
  for (let at = 0; at + 2 < ops.length; at++) {
    if (ops[at]!.opcode !== 0 || ops[at + 1]!.opcode !== opIf || !isMark(ops[at + 2]!)) continue;
    const inscription = readEnvelope(ops, at + 3);
    if (inscription) found.push(inscription);
  }
  return found;
}

function readEnvelope(ops: readonly ScriptOp[], start: number): Inscription | undefined {
  const fields = new Map<number, Uint8Array[]>();
  let at = start;
  let body: Uint8Array[] | undefined;
  for (; at < ops.length && ops[at]!.opcode !== opEndif; at++) {
    const op = ops[at]!;
    if (op.opcode === 0 && body === undefined) {
      body = [];
      continue;
    }
    const data = pushed(op);
    if (data === undefined || op.truncated) return undefined;
    if (body) body.push(data);
    else {
      const next = ops[++at];
      const value = next && pushed(next);
      if (next === undefined || next.opcode === opEndif || value === undefined) return undefined;
      if (data.length === 1) fields.set(data[0]!, [...(fields.get(data[0]!) ?? []), value]);
    }
  }
  return at < ops.length ? inscriptionOf(fields, body ?? []) : undefined;
}

function inscriptionOf(fields: ReadonlyMap<number, Uint8Array[]>, parts: readonly Uint8Array[]): Inscription {
  const first = (tag: number): string | undefined => {
    const value = fields.get(tag)?.[0];
    return value && chainText(value.subarray(0, 200));
  };
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const contentType = first(1);
  const encoding = first(9);
  const metaprotocol = first(7);
  const isText = /^(text\/|application\/(json|javascript|x-javascript)|image\/svg)/.test(contentType ?? '');
  const text = isText && encoding === undefined ? bodyText(parts, /json/.test(contentType ?? '')) : undefined;
  const delegate = fields.get(11)?.[0];
  const parents = (fields.get(3) ?? []).map(inscriptionId).filter((id) => id !== undefined);
  const delegateId = delegate && inscriptionId(delegate);
  return {
    size,
    cropped: text !== undefined && size > maxBytes,
    parents,
    hasMetadata: fields.has(5),
    ...(contentType !== undefined && { contentType }),
    ...(text !== undefined && { text }),
    ...(delegateId !== undefined && { delegate: delegateId }),
    ...(metaprotocol !== undefined && { metaprotocol }),
    ...(encoding !== undefined && { encoding }),
  };
}

function bodyText(parts: readonly Uint8Array[], isJson: boolean): string | undefined {
  const body = new Uint8Array(
    Math.min(
      maxBytes,
      parts.reduce((sum, part) => sum + part.length, 0),
    ),
  );
  let filled = 0;
  for (const part of parts) {
    const room = part.subarray(0, body.length - filled);
    body.set(room, filled);
    filled += room.length;
  }
  const text = readableText(body) ?? (filled === maxBytes ? chainText(body) : undefined);
  if (text === undefined || !(isJson || text.trimStart().startsWith('{'))) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Parses `<txid>i<index>`: 32 bytes and a little-endian number without trailing zeros. */
function inscriptionId(value: Uint8Array): string | undefined {
  if (value.length < 32 || value.length > 36) return undefined;
  const index = value.subarray(32).reduce((sum, byte, place) => sum + byte * 256 ** place, 0);
  return `${displayHash(value.subarray(0, 32))}i${index}`;
}
