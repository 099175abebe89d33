import { parseTaproot, readScript, scriptType, type Transaction, type TxOutput } from '@glassblock/primitives';

const bit = (n: number) => 2 ** n;

/** Flag bits of a transaction, as numbers that stay exact in JSON. Source: rest-bitcoin 2.4 */
export const flag = {
  rbf: bit(0),
  noRbf: bit(1),
  v1: bit(2),
  v2: bit(3),
  v3: bit(4),
  p2pk: bit(8),
  p2ms: bit(9),
  p2pkh: bit(10),
  p2sh: bit(11),
  p2wpkh: bit(12),
  p2wsh: bit(13),
  p2tr: bit(14),
  cpfpParent: bit(16),
  cpfpChild: bit(17),
  replacement: bit(18),
  opReturn: bit(24),
  inscription: bit(26),
  annex: bit(28),
  consolidation: bit(33),
  batchPayout: bit(34),
} as const;

const versionFlags: Record<number, number> = { 1: flag.v1, 2: flag.v2, 3: flag.v3 };
const typeFlags: Record<string, number> = {
  p2pk: flag.p2pk,
  multisig: flag.p2ms,
  p2pkh: flag.p2pkh,
  p2sh: flag.p2sh,
  v0_p2wpkh: flag.p2wpkh,
  v0_p2wsh: flag.p2wsh,
  v1_p2tr: flag.p2tr,
};

/**
 * Flags that follow from a transaction and what it spends: signalling, version, script types, OP_RETURN, inscription,
 * annex, consolidation, batch payout. Others (sighash, coinjoin, data in keys) are not worked out yet and stay unset.
 * Source: domain-mempool section 14
 */
export function classify(tx: Transaction, prevouts: readonly TxOutput[]): number {
  const found = new Set<number>();
  const inputs = tx.inputs();
  found.add(inputs.some(({ sequence }) => sequence < 0xfffffffe) ? flag.rbf : flag.noRbf);
  const version = versionFlags[tx.version];
  if (version !== undefined) found.add(version);
  for (const { script } of [...prevouts, ...tx.outputs()]) {
    const type = typeFlags[scriptType(script)];
    if (type !== undefined) found.add(type);
  }
  if (tx.outputs().some(({ script }) => scriptType(script) === 'op_return')) found.add(flag.opReturn);
  for (const [i, prevout] of prevouts.entries()) {
    const { witness } = inputs[i]!;
    if (witness.length === 0 || scriptType(prevout.script) !== 'v1_p2tr') continue;
    const { annex, script } = parseTaproot(witness);
    if (annex !== undefined) found.add(flag.annex);
    if (script !== undefined && hasEnvelope(script)) found.add(flag.inscription);
  }
  const share = tx.inputCount / tx.outputCount;
  if (share >= 5) found.add(flag.consolidation);
  if (share <= 0.2) found.add(flag.batchPayout);
  return [...found].reduce((sum, value) => sum + value, 0);
}

const opIf = 0x63;

/** An empty push directly followed by IF. */
function hasEnvelope(script: Uint8Array): boolean {
  let emptyPush = false;
  for (const { opcode } of readScript(script)) {
    if (emptyPush && opcode === opIf) return true;
    emptyPush = opcode === 0;
  }
  return false;
}
