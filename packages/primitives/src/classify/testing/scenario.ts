import { type Draft, makeTransaction } from '../../../test/support/make-transaction.ts';
import { concatBytes, fromHex } from '../../bytes/bytes.ts';
import type { NetworkName } from '../../networks.ts';
import { readWholeTransaction, type TxOutput } from '../../tx/transaction.ts';
import { sats } from '../../units.ts';
import { classify, nonstandardReasons } from '../classify.ts';
import { flagNames } from '../flags.ts';

/**
 * A transaction for the tests of this folder, in hex; omitted parts are plain: one P2WPKH input of 100,000 sats, signed
 * ALL, one P2WPKH output of 90,000 sats.
 */
export interface Scenario {
  version?: number;
  inputs?: ScenarioInput[];
  outputs?: ScenarioOutput[];
  network?: NetworkName;
  height?: number;
  /** Check it without prevouts. */
  blind?: true;
}

/** An input of a scenario, in hex. */
export interface ScenarioInput {
  /** Prevout script; absent: P2WPKH. */
  spends?: string;
  value?: number;
  scriptSig?: string;
  witness?: string[];
  sequence?: number;
}

/** An output of a scenario, in hex. */
export interface ScenarioOutput {
  script?: string;
  value?: number;
}

/** Calls `make` `count` times and returns the results. */
export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
/** Returns `count` times one byte, as hex. */
export const bytes = (count: number, byte = '11'): string => byte.repeat(count);
const twoHex = (n: number): string => n.toString(16).padStart(2, '0');

/** A signature in the shortest DER form with its hash type. */
export const der = (hashType = '01'): string => `3006020101020101${hashType}`;
/** The generator point: a key that is a point. */
export const keyX = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
/** The y coordinate of the generator point. */
export const keyY = '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
/** A valid compressed key. */
export const goodKey = `02${keyX}`;
/** No point has x = 5. */
export const badKey = `02${'00'.repeat(31)}05`;

/** A push of up to 65,535 bytes, in the shortest form. */
export function push(hex: string): string {
  const length = hex.length / 2;
  if (length < 0x4c) return twoHex(length) + hex;
  if (length < 0x100) return `4c${twoHex(length)}${hex}`;
  return `4d${twoHex(length & 0xff)}${twoHex(length >> 8)}${hex}`;
}

/** A P2PK script. */
export const p2pk = (key = goodKey): string => `${push(key)}ac`;
/** A P2PKH script. */
export const p2pkh = (fill = '11'): string => `76a914${bytes(20, fill)}88ac`;
/** A P2SH script. */
export const p2sh = (fill = '11'): string => `a914${bytes(20, fill)}87`;
/** A P2WPKH script. */
export const p2wpkh = (fill = '11'): string => `0014${bytes(20, fill)}`;
/** A P2WSH script. */
export const p2wsh = (fill = '11'): string => `0020${bytes(32, fill)}`;
/** A P2TR script. */
export const p2tr = (fill = '11'): string => `5120${bytes(32, fill)}`;
/** The pay-to-anchor script. */
export const anchor = '51024e73';
/** A bare multisig script. */
export const multisig = (m: number, keys: string[]): string =>
  `${twoHex(0x50 + m)}${keys.map(push).join('')}${twoHex(0x50 + keys.length)}ae`;
/** A control block without branches. */
export const controlBlock = (version = 'c0'): string => version + keyX;

/** An input that spends a Taproot output by script. */
export const scriptPath = (script: string, stack: string[] = [], control = controlBlock()): ScenarioInput => ({
  spends: p2tr(),
  witness: [...stack, script, control],
});

function draftOf({ version, inputs = [{}], outputs = [{}] }: Scenario): Draft {
  const plainWitness = ({ spends, witness }: ScenarioInput) =>
    witness ?? (spends === undefined ? [der(), goodKey] : []);
  const witness = inputs.map((input) => plainWitness(input).map(fromHex));
  return {
    ...(version === undefined ? {} : { version }),
    inputs: inputs.map(({ scriptSig = '', sequence = 0xffffffff }, i) => ({
      scriptSig: fromHex(scriptSig),
      sequence,
      prevVout: i,
    })),
    outputs: outputs.map(({ script = p2wpkh('22'), value = 90_000 }) => ({ script: fromHex(script), value })),
    ...(witness.some((stack) => stack.length > 0) ? { witness } : {}),
  };
}

/** Returns the flag keys and nonstandard reasons of a scenario. */
export function judge(scenario: Scenario): { flags: string[]; reasons: string[] } {
  const tx = readWholeTransaction(makeTransaction(draftOf(scenario)));
  const spent = (scenario.inputs ?? [{}]).map(
    ({ spends = p2wpkh(), value = 100_000 }): TxOutput => ({ script: fromHex(spends), value: sats(value) }),
  );
  const prevouts = scenario.blind ? [] : spent;
  const { network = 'mainnet', height } = scenario;
  const options = height === undefined ? { network } : { network, height };
  return {
    flags: flagNames(classify(tx, prevouts, options)),
    reasons: nonstandardReasons(tx, prevouts, options),
  };
}

/** P2WSH scripts that carry `payload` as a file: length, bytes, zeros. */
export function fileInPrograms(payload: Uint8Array, announced = payload.length): string[] {
  const length = Uint8Array.of(announced >> 8, announced & 0xff);
  const padding = new Uint8Array((64 - ((payload.length + 2) % 32)) % 32);
  const all = concatBytes(length, payload, padding);
  return times(all.length / 32, (i) =>
    concatBytes(Uint8Array.of(0, 32), all.subarray(32 * i, 32 * i + 32)).reduce((hex, byte) => hex + twoHex(byte), ''),
  );
}
