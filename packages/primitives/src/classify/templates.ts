import { OP } from '../script/opcodes.ts';
import { isPushOnly, nextOp, pushData, witnessProgram } from '../script/script.ts';
import type { ScriptType } from '../script/script-type.ts';

/** m and n of a bare multisig, with its keys as views. */
export interface Multisig {
  readonly m: number;
  readonly n: number;
  readonly keys: readonly Uint8Array[];
}

const maxKeysPerMultisig = 20;

/**
 * Returns true when the first byte matches the length: 33 bytes from 02 or 03, 65 bytes from 04, 06 or 07. The key need
 * not be a point. Source: Core CPubKey::ValidSize
 */
export function isKeyShaped(key: Uint8Array): boolean {
  const first = key[0];
  if (key.length === 33) return first === 2 || first === 3;
  return key.length === 65 && (first === 4 || first === 6 || first === 7);
}

/**
 * Returns a bare multisig as nodes match it: m, n pushes in the form of keys, n, CHECKMULTISIG, with 1 <= m <= n <= 20.
 * Undefined for any other script. Source: Core MatchMultisig
 */
export function readMultisig(script: Uint8Array): Multisig | undefined {
  const end = script.length - 1;
  if (script[end] !== OP.CHECKMULTISIG) return undefined;
  let at = 0;
  const operation = (): { number: number; data: Uint8Array | undefined } | undefined => {
    const start = at;
    const next = start < end ? nextOp(script, start) : -1;
    if (next < 0 || next > end) return undefined;
    at = next;
    const opcode = script[start]!;
    const data = opcode <= OP.PUSHDATA4 ? pushData(script, start, next) : undefined;
    if (opcode >= OP.PUSHNUM_1 && opcode <= OP.PUSHNUM_16) return { number: opcode - OP.RESERVED, data };
    // 17 to 20 have no opcode; smaller numbers must use theirs
    const isByte = opcode === 1 && data![0]! > 16 && data![0]! <= maxKeysPerMultisig;
    return { number: isByte ? data![0]! : 0, data };
  };
  const first = operation();
  if (first === undefined || first.number === 0) return undefined;
  const keys: Uint8Array[] = [];
  for (let op = operation(); op !== undefined && keys.length <= maxKeysPerMultisig; op = operation()) {
    if (op.data !== undefined && isKeyShaped(op.data)) {
      keys.push(op.data);
      continue;
    }
    const fits = op.number === keys.length && op.number >= first.number && at === end;
    return fits ? { m: first.number, n: op.number, keys } : undefined;
  }
  return undefined;
}

/**
 * Returns true for a script that default policy allows to be spent, apart from the rules of its type.
 * @param type of `script`. Source: Core Solver, as ValidateInputsStandardness uses it
 */
export function isStandardSpend(script: Uint8Array, type: ScriptType): boolean {
  switch (type) {
    case 'p2pkh':
    case 'p2sh':
    case 'v0_p2wpkh':
    case 'v0_p2wsh':
    case 'v1_p2tr':
    case 'anchor':
      return true;
    case 'p2pk':
      return isKeyShaped(script.subarray(1, -1));
    default:
      return readMultisig(script) !== undefined;
  }
}

/**
 * Returns why default policy rejects an output, undefined when it does not.
 * @param type of `script`. Source: Core IsStandard
 */
export function refusedOutput(script: Uint8Array, type: ScriptType): 'output-script' | 'bare-multisig' | undefined {
  if (type === 'op_return') return isPushOnly(script.subarray(1)) ? undefined : 'output-script';
  const multisig = readMultisig(script);
  if (multisig !== undefined) return multisig.n <= 3 ? undefined : 'bare-multisig';
  if (type === 'multisig') return 'bare-multisig';
  if (isStandardSpend(script, type)) return undefined;
  // programs of future versions: paying to them is allowed, spending is not
  const program = witnessProgram(script);
  return program !== undefined && program.version > 0 ? undefined : 'output-script';
}
