import { toHex } from '../bytes/bytes.ts';
import { OP, opcodeNames } from './opcodes.ts';

/** One operation of a script. */
export interface ScriptOp {
  readonly opcode: number;
  /** Data that a push puts on the stack (a view), empty for OP_0; absent for numbers and other opcodes. */
  readonly data?: Uint8Array;
  /** Offset of the opcode. */
  readonly offset: number;
  /** Set on the last one when its push exceeds the script; such a script cannot be executed. */
  readonly truncated?: true;
}

/** Offset of the data of the push at `at`, or -1 when its length is truncated. */
function dataStart(script: Uint8Array, at: number): number {
  const opcode = script[at]!;
  const start = at + 1 + (opcode < OP.PUSHDATA1 ? 0 : 1 << (opcode - OP.PUSHDATA1));
  return start <= script.length ? start : -1;
}

/** Data length of the push at `at`, whose length field must be complete. */
function dataLength(script: Uint8Array, at: number): number {
  const opcode = script[at]!;
  if (opcode < OP.PUSHDATA1) return opcode;
  if (opcode === OP.PUSHDATA1) return script[at + 1]!;
  const low = script[at + 1]! | (script[at + 2]! << 8);
  return opcode === OP.PUSHDATA2 ? low : low + script[at + 3]! * 0x10000 + script[at + 4]! * 0x1000000;
}

/**
 * Returns the offset of the operation after the one at `at`, or -1 when that one exceeds the script. For loops without
 * objects.
 */
export function nextOp(script: Uint8Array, at: number): number {
  if (script[at]! > OP.PUSHDATA4) return at + 1;
  const start = dataStart(script, at);
  if (start < 0) return -1;
  const next = start + dataLength(script, at);
  return next <= script.length ? next : -1;
}

/** Returns the data of the push from `at` to `next`, as a view. */
export function pushData(script: Uint8Array, at: number, next: number): Uint8Array {
  return script.subarray(dataStart(script, at), next);
}

/** Returns the start of the data of the operation at `at`, unless it is no push or the length of the push is truncated. */
export function pushStart(script: Uint8Array, at: number): number | 'no-push' | 'no-length' {
  if (script[at]! > OP.PUSHDATA4) return 'no-push';
  const start = dataStart(script, at);
  return start < 0 ? 'no-length' : start;
}

/**
 * Returns the operations of a script. Any bytes are a script: one whose last push is truncated ends with a `truncated`
 * operation.
 */
export function readScript(script: Uint8Array): ScriptOp[] {
  const ops: ScriptOp[] = [];
  for (let at = 0; at < script.length; ) {
    const opcode = script[at]!;
    const next = nextOp(script, at);
    if (next < 0) {
      ops.push({ opcode, offset: at, truncated: true });
      break;
    }
    if (opcode > OP.PUSHDATA4) ops.push({ opcode, offset: at });
    else ops.push({ opcode, offset: at, data: pushData(script, at, next) });
    at = next;
  }
  return ops;
}

/**
 * Returns true when the script only pushes (numbers included) and no push is truncated. Source: Core
 * CScript::IsPushOnly
 */
export function isPushOnly(script: Uint8Array): boolean {
  for (let at = 0; at < script.length; ) {
    if (script[at]! > OP.PUSHNUM_16) return false;
    at = nextOp(script, at);
    if (at < 0) return false;
  }
  return true;
}

/**
 * Returns the data of the last operation when that is a data push, else undefined; also undefined when a push is
 * truncated.
 */
export function lastPush(script: Uint8Array): Uint8Array | undefined {
  let last = -1;
  for (let at = 0; at < script.length; ) {
    last = at;
    at = nextOp(script, at);
    if (at < 0) return undefined;
  }
  return last < 0 || script[last]! > OP.PUSHDATA4 ? undefined : pushData(script, last, script.length);
}

/** Returns version and program of a witness output, undefined for any other script. Source: BIP 141 */
export function witnessProgram(script: Uint8Array): { version: number; program: Uint8Array } | undefined {
  const first = script[0];
  if (first === undefined || script.length < 4 || script.length > 42) return undefined;
  if (first !== 0 && (first < OP.PUSHNUM_1 || first > OP.PUSHNUM_16)) return undefined;
  if (script[1] !== script.length - 2) return undefined;
  return { version: first === 0 ? 0 : first - OP.RESERVED, program: script.subarray(2) };
}

/**
 * Returns the asm of a script as Esplora prints it. A push that exceeds the script ends the text with `<push past
 * end>`; one whose length is truncated with `<unexpected end>`, without a space in front. Source: rust-bitcoin
 * Script::fmt_asm
 */
export function scriptAsm(script: Uint8Array): string {
  let text = '';
  for (let at = 0; at < script.length; ) {
    const opcode = script[at]!;
    const isPush = opcode <= OP.PUSHDATA4;
    if (isPush && dataStart(script, at) < 0) return `${text}<unexpected end>`;
    if (at > 0) text += ' ';
    text += opcodeNames[opcode]!;
    const next = nextOp(script, at);
    if (next < 0) return `${text} <push past end>`;
    if (isPush) {
      const data = pushData(script, at, next);
      if (data.length > 0) text += ` ${toHex(data)}`;
    }
    at = next;
  }
  return text;
}
