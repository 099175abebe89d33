import type { Vin, Vout } from '@glassblock/contract';
import { fromHex, lastPush, opcodeNames, parseTaproot, readScript, type ScriptOp } from '@glassblock/primitives';

/** A known script pattern. */
export type ScriptLabel =
  | { kind: 'multisig'; m: number; n: number }
  | { kind: 'force-close' | 'revoked-force-close' | 'htlc' | 'revoked-htlc' | 'expired-htlc' }
  | { kind: 'lightning-anchor' | 'swept-anchor' | 'anchor' };

/** Maximum size of a pattern; larger scripts are not parsed. */
const largestTemplate = 4_000;

/** Patterns of BOLT 3 by opcode name; `<33>` is data of that length, `<n>` a number or any short push. */
const patterns = {
  toLocal: 'IF <33> ELSE <n> CSV DROP <33> ENDIF CHECKSIG',
  anchor: '<33> CHECKSIG IFDUP NOTIF <n> CSV ENDIF',
  offered: `DUP HASH160 <20> EQUAL IF CHECKSIG ELSE <33> SWAP SIZE <n> EQUAL NOTIF DROP <n> SWAP <33> <n> CHECKMULTISIG
    ELSE HASH160 <20> EQUALVERIFY CHECKSIG ENDIF`,
  received: `DUP HASH160 <20> EQUAL IF CHECKSIG ELSE <33> SWAP SIZE <n> EQUAL IF HASH160 <20> EQUALVERIFY <n> SWAP <33>
    <n> CHECKMULTISIG ELSE DROP <n> CLTV DROP CHECKSIG ENDIF`,
};

function matches(ops: readonly ScriptOp[], pattern: string): boolean {
  const words = pattern.split(/\s+/);
  return words.length === ops.length && words.every((word, place) => fits(ops[place]!, word));
}

function fits(op: ScriptOp, word: string): boolean {
  if (op.truncated) return false;
  if (word === '<n>') return numberOf(op) !== undefined || (op.data !== undefined && op.data.length <= 5);
  if (word.startsWith('<')) return op.data?.length === Number(word.slice(1, -1));
  return opcodeNames[op.opcode] === `OP_${word}`;
}

/** Returns the small number that an operation pushes. */
function numberOf({ opcode, data }: ScriptOp): number | undefined {
  if (opcode >= 0x51 && opcode <= 0x60) return opcode - 0x50;
  if (opcode === 0) return 0;
  return data?.length === 1 && data[0]! < 0x80 ? data[0] : undefined;
}

const isKey = ({ data }: ScriptOp): boolean =>
  data !== undefined &&
  ((data.length === 33 && (data[0] === 2 || data[0] === 3)) ||
    (data.length === 65 && (data[0] === 4 || data[0] === 6 || data[0] === 7)));
const isXKey = ({ data }: ScriptOp): boolean => data?.length === 32;
const named = (op: ScriptOp | undefined, ...names: string[]): boolean =>
  op !== undefined && names.includes(opcodeNames[op.opcode]!.slice(3));

/** `m key… n CHECKMULTISIG`. */
function legacyMultisig(ops: readonly ScriptOp[]): ScriptLabel | undefined {
  const keys = ops.slice(1, -2);
  const [m, n] = [ops[0], ops.at(-2)].map((op) => op && numberOf(op));
  if (!named(ops.at(-1), 'CHECKMULTISIG') || m === undefined || n === undefined) return undefined;
  return m >= 1 && m <= n && keys.length === n && keys.every(isKey) ? { kind: 'multisig', m, n } : undefined;
}

/** `key CHECKSIG (key CHECKSIGADD)… m NUMEQUAL`, or `(key CHECKSIGVERIFY)… key CHECKSIG` where all must sign. */
function tapMultisig(ops: readonly ScriptOp[]): ScriptLabel | undefined {
  let n = 0;
  while (ops[2 * n] !== undefined && isXKey(ops[2 * n]!)) n++;
  const check = (key: number, ...names: string[]) => named(ops[2 * key + 1], ...names);
  if (n < 2) return undefined;
  const isSum =
    check(0, 'CHECKSIG') && Array.from({ length: n - 1 }, (_, i) => check(i + 1, 'CHECKSIGADD')).every(Boolean);
  if (isSum && ops.length === 2 * n + 2) {
    const min = numberOf(ops[2 * n]!);
    const above = named(ops[2 * n + 1], 'GREATERTHAN');
    const known = ['NUMEQUAL', 'NUMEQUALVERIFY', 'GREATERTHANOREQUAL', 'EQUAL', 'EQUALVERIFY', 'GREATERTHAN'];
    if (min === undefined || !named(ops[2 * n + 1], ...known)) return undefined;
    const m = min + (above ? 1 : 0);
    return m >= 1 && m <= n ? { kind: 'multisig', m, n } : undefined;
  }
  const isChain =
    ops.length === 2 * n &&
    Array.from({ length: n - 1 }, (_, i) => check(i, 'CHECKSIGVERIFY')).every(Boolean) &&
    check(n - 1, 'CHECKSIG', 'CHECKSIGVERIFY');
  return isChain ? { kind: 'multisig', m: n, n } : undefined;
}

/** @param below witness item below the script, which selects the branch */
function lightning(ops: readonly ScriptOp[], below: Uint8Array | undefined): ScriptLabel | undefined {
  if (matches(ops, patterns.toLocal)) {
    return { kind: below?.length === 1 && below[0] === 1 ? 'revoked-force-close' : 'force-close' };
  }
  if (matches(ops, patterns.anchor)) return { kind: below?.length === 0 ? 'swept-anchor' : 'lightning-anchor' };
  const isHtlc = [patterns.offered, patterns.received].some(
    (pattern) => matches(ops, `${pattern} ENDIF`) || matches(ops, `${pattern} <n> CSV DROP ENDIF`),
  );
  if (!isHtlc) return undefined;
  if (below?.length === 33) return { kind: 'revoked-htlc' };
  return { kind: below === undefined || below.length > 0 ? 'htlc' : 'expired-htlc' };
}

/**
 * Returns the known pattern of a revealed script.
 * @param below stack item below it
 */
export function labelOfScript(script: Uint8Array, below?: Uint8Array, isTapscript = false): ScriptLabel | undefined {
  if (script.length > largestTemplate) return undefined;
  const ops = readScript(script);
  return isTapscript ? tapMultisig(ops) : (legacyMultisig(ops) ?? lightning(ops, below));
}

const itemAt = (witness: readonly string[] | undefined, place: number): Uint8Array | undefined => {
  const item = witness?.at(place);
  return item === undefined || item.length > 2 * largestTemplate ? undefined : fromHex(item);
};

/** Returns the known pattern of the script that an input reveals. */
export function labelOfInput({ prevout, scriptsig, witness }: Vin): ScriptLabel | undefined {
  if (prevout === null) return undefined;
  const type = prevout.scriptpubkey_type;
  if (type === 'anchor') return { kind: 'anchor' };
  if (type === 'multisig') return labelOfScript(fromHex(prevout.scriptpubkey));
  if (type === 'v1_p2tr') {
    if (witness === undefined || witness.length < 2) return undefined;
    if (witness.some((item) => item.length > 2 * largestTemplate)) return undefined;
    const { script, controlBlock } = parseTaproot(witness.map(fromHex));
    return script && controlBlock?.leafVersion === 0xc0 ? labelOfScript(script, undefined, true) : undefined;
  }
  const isWrapped = type === 'p2sh' && (witness?.length ?? 0) > 2;
  if (type === 'v0_p2wsh' || isWrapped) {
    const script = itemAt(witness, -1);
    return script && labelOfScript(script, itemAt(witness, -2));
  }
  if (type !== 'p2sh' || scriptsig.length > 2 * largestTemplate) return undefined;
  const redeem = lastPush(fromHex(scriptsig));
  return redeem && labelOfScript(redeem);
}

/** Returns the known pattern of an output script. */
export function labelOfOutput({ scriptpubkey, scriptpubkey_type: type }: Vout): ScriptLabel | undefined {
  if (type === 'anchor') return { kind: 'anchor' };
  return type === 'multisig' && scriptpubkey.length <= 2 * largestTemplate
    ? labelOfScript(fromHex(scriptpubkey))
    : undefined;
}

/** Returns true when the tapscript of an input contains an inscription envelope. */
export function hasInscription({ prevout, witness }: Vin): boolean {
  if (prevout?.scriptpubkey_type !== 'v1_p2tr' || witness === undefined || witness.length < 2) return false;
  const script = witness.at(witness.at(-1)!.startsWith('50') ? -3 : -2);
  return script?.includes('0063036f7264') === true;
}
