import { isPushOnly, witnessProgram } from '../script/script.ts';
import { isP2wsh, type ScriptType } from '../script/script-type.ts';
import { scriptSigops, transactionSigopCost } from '../script/sigops.ts';
import type { TxInput } from '../tx/transaction.ts';
import { isDust } from './dust.ts';
import { executedLegacySigops, redeemScript } from './legacy-sigops.ts';
import type { StandardnessRules } from './standardness-rules.ts';
import { feeOf, type Subject } from './subject.ts';
import { taprootSpend, tapscript } from './taproot-spend.ts';
import { isStandardSpend, refusedOutput } from './templates.ts';

/** Why nodes with default settings do not relay a transaction, with a label for users. */
export const nonstandardReasonLabels = {
  version: 'Unsupported version',
  weight: 'Heavier than 400,000 weight units',
  'too-small': 'Smaller than 65 bytes without witness',
  sigops: 'Signature operations cost more than 16,000',
  'legacy-sigops': 'More than 2,500 legacy signature operations may be executed',
  'truc-size': 'Version 3 but larger than 10,000 virtual bytes',
  'scriptsig-size': 'A scriptSig is longer than 1,650 bytes',
  'scriptsig-not-push-only': 'A scriptSig is not push-only',
  'redeem-sigops': 'A redeem script has more than 15 signature operations',
  'spent-script': 'Spends a nonstandard script',
  'anchor-spend': 'Spends an anchor before anchors were standard',
  'anchor-witness': 'Spends an anchor with a witness',
  'witness-script-size': 'A SegWit script is longer than 3,600 bytes',
  'witness-stack': 'A SegWit script has more than 100 stack items, or one longer than 80 bytes',
  annex: 'A Taproot input has an annex',
  'control-block': 'A Taproot control block is empty',
  'leaf-version': 'A Taproot leaf has an unknown version',
  'tapscript-stack': 'A Taproot script has a stack item longer than 80 bytes',
  'output-script': 'Creates a nonstandard output',
  'bare-multisig': 'Creates a bare multisig of more than three keys',
  dust: 'Creates dust',
  'op-return-size': 'An OP_RETURN output is longer than 83 bytes',
  'op-return-count': 'More than one OP_RETURN output',
} as const;

/** Key of a nonstandard reason. */
export type NonstandardReason = keyof typeof nonstandardReasonLabels;

const maxWeight = 400_000;
const minStrippedSize = 65;
const maxSigopCost = 16_000;
const maxLegacySigops = 2_500;
/** In weight units: sizes for fee rates count a sigop as 20 of them. */
const maxTrucWeight = 40_000;
const weightPerSigop = 20;
const maxScriptSigSize = 1_650;
const maxRedeemSigops = 15;
const maxWitnessScriptSize = 3_600;
const maxWitnessItems = 100;
const maxStackItemSize = 80;
const maxOpReturnSize = 83;

/**
 * Returns all rules of default relay policy that a transaction breaks, in the order of the labels, each once. No rule
 * hides another. A coinbase, which is never relayed, is checked by the whole-transaction rules only. Rules that depend
 * on an unknown prevout are skipped, except that an unknown fee counts as paid.
 * Not checked: rules that require execution (signature encodings, minimal pushes, clean stacks), relatives in the
 * mempool, fees. Source: Core policy/policy.cpp, policy/truc_policy.h, policy/ephemeral_policy.cpp
 */
export function reasonsOf(subject: Subject, rules: StandardnessRules): Set<NonstandardReason> {
  const found = new Set<NonstandardReason>();
  checkWhole(subject, rules, found);
  if (subject.isCoinbase) return found;
  for (const [i, input] of subject.inputs.entries()) {
    checkScriptSig(input, found);
    const spent = subject.spent[i];
    if (spent !== undefined) checkSpend(input, spent.script, subject.spentTypes[i]!, rules, found);
    checkTaproot(input, subject.spentTypes[i], rules, found);
  }
  checkOutputs(subject, rules, found);
  return found;
}

function checkWhole(subject: Subject, rules: StandardnessRules, found: Set<NonstandardReason>): void {
  const { tx, spent } = subject;
  const { version, weight } = tx;
  if (version < 1 || version > rules.maxVersion) found.add('version');
  if (weight > maxWeight) found.add('weight');
  if (tx.strippedSize < minStrippedSize) found.add('too-small');
  const sigopCost = transactionSigopCost(tx, spent);
  if (sigopCost > maxSigopCost) found.add('sigops');
  if (rules.legacySigopLimit && executedLegacySigops(subject, maxLegacySigops) > maxLegacySigops) {
    found.add('legacy-sigops');
  }
  if (version === 3 && rules.maxVersion === 3 && Math.max(weight, weightPerSigop * sigopCost) > maxTrucWeight) {
    found.add('truc-size');
  }
}

function checkScriptSig({ scriptSig }: TxInput, found: Set<NonstandardReason>): void {
  if (scriptSig.length > maxScriptSigSize) found.add('scriptsig-size');
  if (!isPushOnly(scriptSig)) found.add('scriptsig-not-push-only');
}

function checkSpend(
  input: TxInput,
  script: Uint8Array,
  type: ScriptType,
  rules: StandardnessRules,
  found: Set<NonstandardReason>,
): void {
  if (!isStandardSpend(script, type)) found.add('spent-script');
  switch (type) {
    case 'v1_p2tr':
      // before its activation such an output was anyone-can-spend, so nodes did not relay spends
      if (!rules.taproot) found.add('spent-script');
      break;
    case 'anchor':
      if (!rules.anchorSpends) found.add('anchor-spend');
      if (input.witness.length > 0) found.add('anchor-witness');
      break;
    case 'v0_p2wsh':
      checkWitnessScript(input, found);
      break;
    case 'p2sh': {
      const redeem = redeemScript(input.scriptSig);
      if (redeem === undefined) break;
      if (scriptSigops(redeem, true) > maxRedeemSigops) found.add('redeem-sigops');
      if (isP2wsh(redeem)) checkWitnessScript(input, found);
      // inside P2SH only version 0 has a meaning
      if ((witnessProgram(redeem)?.version ?? 0) > 0) found.add('spent-script');
      break;
    }
  }
}

function checkWitnessScript({ witness }: TxInput, found: Set<NonstandardReason>): void {
  const last = witness.length - 1;
  if (last < 0) return;
  if (witness[last]!.length > maxWitnessScriptSize) found.add('witness-script-size');
  if (last > maxWitnessItems || hasLongItem(witness, last)) found.add('witness-stack');
}

/** Checks the first `count` items. */
function hasLongItem(items: readonly Uint8Array[], count = items.length): boolean {
  return items.some((item, i) => i < count && item.length > maxStackItemSize);
}

function checkTaproot(
  input: TxInput,
  spentType: ScriptType | undefined,
  rules: StandardnessRules,
  found: Set<NonstandardReason>,
): void {
  if (!rules.taproot) return;
  const taproot = taprootSpend(input, spentType);
  if (taproot === undefined) return;
  if (taproot.annex !== undefined) found.add('annex');
  if (taproot.script === undefined) return;
  const controlBlock = input.witness.at(taproot.annex === undefined ? -1 : -2)!;
  if (controlBlock.length === 0) found.add('control-block');
  else if ((controlBlock[0]! & 0xfe) !== tapscript) found.add('leaf-version');
  else if (hasLongItem(taproot.stack)) found.add('tapscript-stack');
}

function checkOutputs(subject: Subject, rules: StandardnessRules, found: Set<NonstandardReason>): void {
  const { outputs, outputTypes } = subject;
  let opReturns = 0;
  let dusty = 0;
  for (const [i, output] of outputs.entries()) {
    const type = outputTypes[i]!;
    const refused = refusedOutput(output.script, type);
    if (refused !== undefined) found.add(refused);
    if (isDust(output)) dusty++;
    if (type !== 'op_return') continue;
    opReturns++;
    if (rules.opReturnLimits && output.script.length > maxOpReturnSize) found.add('op-return-size');
  }
  if (rules.opReturnLimits && opReturns > 1) found.add('op-return-count');
  const isEphemeral = rules.ephemeralDust && dusty === 1 && feeOf(subject) === 0;
  if (dusty > 0 && !isEphemeral) found.add('dust');
}
