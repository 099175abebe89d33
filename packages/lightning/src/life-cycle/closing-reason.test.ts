import type { Transaction } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { commitment, type MadeOutput, madeTx, p2tr, p2wpkh, p2wsh, spends } from '../../test/support/made-tx.ts';
import type { Spender } from './chain.ts';
import { type ClosingTx, closingEvidence, isCommitmentTx } from './closing-reason.ts';

const fundingTxid = new Uint8Array(32).fill(0xfd);
type Witness = readonly string[];

const spenderOf = (tx: Transaction, input = 0): Spender => ({ tx, input, height: 101, position: 1, time: 1 });

/** A closing transaction with the given outputs, of which some are spent by witnesses. */
function closing(
  { sequence, locktime }: { sequence: number; locktime: number },
  outputs: MadeOutput[],
  spentBy: Record<number, Witness> = {},
  more: Partial<ClosingTx> & { witness?: Witness } = {},
): ClosingTx {
  const { witness = spends.funding, ...rest } = more;
  const tx = madeTx([{ txid: fundingTxid, vout: 0, witness: [...witness], sequence }], outputs, locktime);
  const spenders = Object.entries(spentBy).map(([vout, items]): [number, Spender] => {
    const spend = madeTx(
      [{ txid: tx.txid, vout: Number(vout), witness: [...items] }],
      [{ value: 1, script: p2wsh(8) }],
    );
    return [Number(vout), spenderOf(spend)];
  });
  return { tx, input: 0, spenders: new Map(spenders), secondLevel: new Map(), fundsSamePair: false, ...rest };
}

const legacy = { sequence: 0xffffffff, locktime: 0 };
const simpleClose = { sequence: 0xfffffffd, locktime: 840_000 };
const wallets: MadeOutput[] = [
  { value: 400_000, script: p2wpkh(1) },
  { value: 500_000, script: p2wpkh(2) },
];
const script: MadeOutput = { value: 400_000, script: p2wsh(1) };
const taproot: MadeOutput = { value: 400_000, script: p2tr(1) };
const anchor: MadeOutput = { value: 330, script: p2wsh(2) };
const taprootAnchor: MadeOutput = { value: 330, script: p2tr(2) };

describe('kinds of spends', () => {
  it.each([
    ['toLocalRevoked', script, 'to-local-revoked', 'penalty'],
    ['toLocalDelayed', script, 'to-local-delayed', 'force'],
    ['toRemote', script, 'to-remote', 'force'],
    ['anchor', anchor, 'anchor', 'force'],
    ['anchorSwept', anchor, 'anchor-swept', 'force'],
    ['offeredRevoked', script, 'htlc-revoked', 'penalty'],
    ['offeredPreimage', script, 'htlc-preimage', 'force'],
    ['offeredTimeout', script, 'htlc-timeout', 'force'],
    ['receivedRevoked', script, 'htlc-revoked', 'penalty'],
    ['receivedTimeout', script, 'htlc-timeout', 'force'],
    ['receivedPreimage', script, 'htlc-preimage', 'force'],
    ['wallet', wallets[0]!, 'unrecognized', 'force'],
    ['taprootToRemote', taproot, 'to-remote', 'force'],
    ['taprootDelayed', taproot, 'to-local-delayed', 'force'],
    ['taprootRevoked', taproot, 'to-local-revoked', 'penalty'],
    ['taprootAnchorSwept', taprootAnchor, 'anchor-swept', 'force'],
    ['taprootKeyPath', taprootAnchor, 'anchor', 'force'],
    ['taprootKeyPath', taproot, 'htlc-revoked', 'penalty'],
    ['taprootOfferedTimeout', taproot, 'htlc-timeout', 'force'],
    ['taprootOfferedPreimage', taproot, 'htlc-preimage', 'force'],
    ['taprootReceivedTimeout', taproot, 'htlc-timeout', 'force'],
    ['taprootReceivedPreimage', taproot, 'htlc-preimage', 'force'],
  ] as const)('%s is recognized', (name, output, kind, reason) => {
    const evidence = closingEvidence(closing(commitment, [output], { 0: spends[name] }));
    expect(evidence).toMatchObject({ outputs: [kind], reason, isCommitment: true });
  });

  // a similar script must not match: one more opcode, a wrong choice, a script that is too long
  it.each([
    [spends.toLocalDelayed.with(2, `${spends.toLocalDelayed[2]}61`)],
    [spends.toLocalDelayed.with(1, '02')],
    [['', `${spends.anchor[1]}${'61'.repeat(300)}`]],
    [[spends.wallet[0]]],
    [['']],
  ] as const)('%# is not recognized', (witness) => {
    const evidence = closingEvidence(closing(legacy, wallets, { 0: witness }));
    expect(evidence.outputs).toEqual(['unrecognized', 'unspent']);
  });
});

describe('closing reason', () => {
  it('recognizes the form of a commitment transaction', () => {
    expect(isCommitmentTx(closing(commitment, wallets).tx)).toBe(true);
    expect(isCommitmentTx(closing(legacy, wallets).tx)).toBe(false);
    expect(isCommitmentTx(closing({ ...commitment, locktime: 840_000 }, wallets).tx)).toBe(false);
  });

  it('is a force close while the revocation path is open, and resolved when nothing can be revoked', () => {
    const outputs = [script, ...wallets.slice(0, 1), anchor];
    expect(closingEvidence(closing(commitment, outputs))).toMatchObject({ reason: 'force', isResolved: false });
    const delayed = closing(commitment, outputs, { 0: spends.toLocalDelayed });
    expect(closingEvidence(delayed)).toMatchObject({ reason: 'force', isResolved: true });
  });

  it('is a penalty when the output of an HTLC transaction is revoked', () => {
    const base = closing(commitment, [script], { 0: spends.offeredTimeout });
    expect(closingEvidence(base)).toMatchObject({ reason: 'force', isResolved: false });
    const htlcTx = base.spenders.get(0)!.tx;
    const revoking = madeTx([{ txid: htlcTx.txid, vout: 0, witness: [...spends.toLocalRevoked] }], wallets);
    const revoked = { ...base, secondLevel: new Map([[0, spenderOf(revoking)]]) };
    expect(closingEvidence(revoked)).toMatchObject({ reason: 'penalty', outputs: ['second-level-revoked'] });
    const claiming = madeTx([{ txid: htlcTx.txid, vout: 0, witness: [...spends.toLocalDelayed] }], wallets);
    const claimed = { ...base, secondLevel: new Map([[0, spenderOf(claiming)]]) };
    expect(closingEvidence(claimed)).toMatchObject({ reason: 'force', isResolved: true });
  });

  it('is mutual only with the form of a closing transaction', () => {
    expect(closingEvidence(closing(legacy, wallets))).toMatchObject({ reason: 'mutual', isResolved: true });
    expect(closingEvidence(closing(simpleClose, wallets))).toMatchObject({ reason: 'mutual', isResolved: false });
    const keyPath = { witness: spends.fundingKeyPath };
    expect(closingEvidence(closing(simpleClose, wallets, {}, keyPath))).toMatchObject({ reason: 'mutual' });
  });

  it('is unknown without evidence', () => {
    const three = [...wallets, { value: 1, script: p2wpkh(3) }];
    expect(closingEvidence(closing(legacy, three)).reason).toBe('unknown');
    expect(closingEvidence(closing({ sequence: 1, locktime: 0 }, wallets)).reason).toBe('unknown');
    expect(closingEvidence(closing(legacy, wallets, {}, { witness: spends.wallet })).reason).toBe('unknown');
  });

  // an output like the funding output may continue the channel until its spender shows otherwise
  it('is unknown while a splice is possible, and a splice when the same pair continues', () => {
    const splice = [script, wallets[0]!];
    expect(closingEvidence(closing(simpleClose, splice))).toMatchObject({ reason: 'unknown', isResolved: false });
    const spent = closing(simpleClose, splice, { 0: spends.funding });
    expect(closingEvidence(spent).reason).toBe('unknown');
    const other = closing(simpleClose, splice, { 0: ['00', '51'] });
    expect(closingEvidence(other).reason).toBe('mutual');
    const continued = closing(simpleClose, splice, {}, { fundsSamePair: true });
    expect(closingEvidence(continued)).toMatchObject({ reason: 'splice', isResolved: true });
  });
});
