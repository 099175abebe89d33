import type { NetworkName } from '../networks.ts';
import type { ScriptType } from '../script/script-type.ts';
import type { Transaction, TxOutput } from '../tx/transaction.ts';
import { looksLikeCoinjoin } from './coinjoin.ts';
import { hasFakePubkey } from './fake-pubkeys.ts';
import { hasFakeScriptHash } from './fake-script-hashes.ts';
import { type FlagName, flag } from './flags.ts';
import { eachHashType } from './hash-types.ts';
import { type NonstandardReason, nonstandardReasonLabels, reasonsOf } from './nonstandard-reasons.ts';
import { standardnessRules } from './standardness-rules.ts';
import { type Subject, subjectOf } from './subject.ts';
import { hasEnvelope, taprootSpend } from './taproot-spend.ts';

/** Which rules apply to a transaction. */
export interface ClassifyOptions {
  readonly network: NetworkName;
  /** Height of its block; absent: today's rules. */
  readonly height?: number;
}

type Prevouts = readonly (TxOutput | undefined)[];

const typeFlags: Partial<Record<ScriptType, FlagName>> = {
  p2pk: 'p2pk',
  multisig: 'p2ms',
  p2pkh: 'p2pkh',
  p2sh: 'p2sh',
  v0_p2wpkh: 'p2wpkh',
  v0_p2wsh: 'p2wsh',
  v1_p2tr: 'p2tr',
  anchor: 'p2a',
};

const hashTypeFlags: Readonly<Record<number, readonly FlagName[]>> = {
  0: ['sighashDefault'],
  1: ['sighashAll'],
  2: ['sighashNone'],
  3: ['sighashSingle'],
  129: ['sighashAll', 'sighashAcp'],
  130: ['sighashNone', 'sighashAcp'],
  131: ['sighashSingle', 'sighashAcp'],
};

/**
 * Returns the sum of a transaction's flags (see the table `flags`). Behaviour flags depend on the mempool and stay
 * clear. Time is linear in the bytes of the transaction and its prevouts, with a bounded number of curve checks.
 * @param prevouts in input order; flags that depend on a missing one are left out, and a witness is read as Taproot
 * when it has that shape
 */
export function classify(tx: Transaction, prevouts: Prevouts, { network, height }: ClassifyOptions): number {
  const subject = subjectOf(tx, prevouts);
  const found = new Set<FlagName>();
  addFeatures(subject, found);
  for (const type of [...subject.spentTypes, ...subject.outputTypes]) {
    const name = type === undefined ? undefined : typeFlags[type];
    if (name !== undefined) found.add(name);
  }
  if (!subject.isCoinbase) addInputFlags(subject, found);
  addOutputData(subject, found);
  addShapes(subject, found);
  if (reasonsOf(subject, standardnessRules(network, height)).size > 0) found.add('nonstandard');
  let sum = 0;
  for (const name of found) sum += flag[name];
  return sum;
}

/**
 * Returns the reasons why a transaction is nonstandard, in the order of `nonstandardReasonLabels`; empty for a
 * standard one.
 * Parameters as `classify`.
 */
export function nonstandardReasons(
  tx: Transaction,
  prevouts: Prevouts,
  { network, height }: ClassifyOptions,
): NonstandardReason[] {
  const found = reasonsOf(subjectOf(tx, prevouts), standardnessRules(network, height));
  return (Object.keys(nonstandardReasonLabels) as NonstandardReason[]).filter((reason) => found.has(reason));
}

function addFeatures({ tx, inputs }: Subject, found: Set<FlagName>): void {
  found.add(inputs.some(({ sequence }) => sequence < 0xfffffffe) ? 'rbf' : 'noRbf');
  const { version } = tx;
  if (version === 1) found.add('v1');
  else if (version === 2) found.add('v2');
  else if (version === 3) found.add('v3');
}

function addInputFlags({ inputs, spentTypes }: Subject, found: Set<FlagName>): void {
  for (const [i, input] of inputs.entries()) {
    const taproot = taprootSpend(input, spentTypes[i]);
    eachHashType(input, taproot, (hashType) => {
      for (const name of hashTypeFlags[hashType] ?? []) found.add(name);
    });
    if (taproot?.annex !== undefined) found.add('annex');
    if (taproot?.script !== undefined && hasEnvelope(taproot.script)) found.add('inscription');
  }
}

function addOutputData(subject: Subject, found: Set<FlagName>): void {
  if (subject.outputTypes.includes('op_return')) found.add('opReturn');
  if (hasFakePubkey(subject)) found.add('fakePubkey');
  if (hasFakeScriptHash(subject)) found.add('fakeScripthash');
}

function addShapes(subject: Subject, found: Set<FlagName>): void {
  const ins = subject.inputs.length;
  const outs = subject.outputs.length;
  if (!found.has('inscription') && looksLikeCoinjoin(subject)) found.add('coinjoin');
  if (outs === 0) return;
  if (ins >= 5 * outs) found.add('consolidation');
  if (outs >= 5 * ins) found.add('batchPayout');
}
