import { readFileSync } from 'node:fs';
import { displayHash, equalBytes, fromHex, seededRandom, toHex } from '@glassblock/primitives';
import { describe, expect, test } from 'vitest';
import {
  auditFederation,
  balancesByScript,
  type ClaimedDeposit,
  depositScripts,
  type FederationFacts,
  type ParentChain,
  type ParentOutput,
  reserveAt,
} from '../index.ts';

const recorded = JSON.parse(readFileSync(new URL('../../test/fixtures/federation.json', import.meta.url), 'utf8'));
const liquid = fromHex(recorded.liquidv1);
const plain = fromHex(recorded.first);
/** Time lock of Liquid's script, and items of a witness with eleven signatures. */
const timelock = 4_032;
const signed = 13;

const claimOf = (n: number): Uint8Array => fromHex(`0014${n.toString(16).padStart(40, '0')}`);
const staticScript = depositScripts(liquid).p2shP2wsh;
const depositScript = (n: number, script = liquid): Uint8Array => depositScripts(script, claimOf(n)).p2shP2wsh;
const elsewhere = fromHex(`0014${'ee'.repeat(20)}`);

interface Tx {
  txid: Uint8Array;
  height: number;
  spends: { txid: Uint8Array; vout: number }[];
  witnessItems: number;
  outputs: { script: Uint8Array; valueSats: number }[];
}

/** A parent chain of transactions; `timeAt` is ten minutes a block. */
class Chain implements ParentChain {
  readonly txs: Tx[] = [];
  tipHeight = 0;

  add(height: number, outputs: Tx['outputs'], spends: Tx['spends'] = [], witnessItems = signed): Tx {
    const txid = fromHex((this.txs.length + 1).toString(16).padStart(64, '0'));
    const tx = { txid, height, spends, witnessItems, outputs };
    this.txs.push(tx);
    this.tipHeight = Math.max(this.tipHeight, height);
    return tx;
  }

  outputsOf({ txid, height, outputs }: Tx): ParentOutput[] {
    return outputs.map((output, vout) => ({ ...output, txid, vout, height, time: 600 * height }));
  }

  async output({ txid, vout }: { txid: Uint8Array; vout: number }) {
    const tx = this.txs.find((other) => equalBytes(other.txid, txid));
    return tx === undefined ? undefined : this.outputsOf(tx)[vout];
  }

  async spender({ txid, vout }: { txid: Uint8Array; vout: number }) {
    const tx = this.txs.find(({ spends }) => spends.some((one) => equalBytes(one.txid, txid) && one.vout === vout));
    if (tx === undefined) return undefined;
    return { txid: tx.txid, height: tx.height, time: 600 * tx.height, witnessItems: tx.witnessItems };
  }

  async outputsTo(script: Uint8Array) {
    return this.txs.flatMap((tx) => this.outputsOf(tx)).filter((output) => equalBytes(output.script, script));
  }

  async spentBy(txid: Uint8Array) {
    return this.txs.find((other) => equalBytes(other.txid, txid))?.spends ?? [];
  }

  async timeAt(height: number) {
    return 600 * height;
  }
}

const depositOf = (tx: Tx, n: number, vout = 0): ClaimedDeposit => ({
  parentTxid: tx.txid,
  parentVout: vout,
  claimScript: claimOf(n),
  txid: claimOf(n),
  vin: 0,
  time: 0,
  amountSats: tx.outputs[vout]?.valueSats ?? 0,
});
const factsOf = (deposits: ClaimedDeposit[], federationScripts = [liquid]): FederationFacts => ({
  deposits,
  federationScripts,
});
const statesOf = async (facts: FederationFacts, chain: ParentChain) =>
  (await auditFederation(facts, chain)).holdings.map(({ state, output }) => `${state} ${output.valueSats}`);

describe('auditFederation', () => {
  test('counts a claimed deposit, and not one that is not claimed yet', async () => {
    const chain = new Chain();
    const deposit = chain.add(1, [{ script: depositScript(1), valueSats: 500 }]);
    chain.add(2, [{ script: depositScript(2), valueSats: 70 }]);
    const audit = await auditFederation(factsOf([depositOf(deposit, 1)]), chain);
    expect(audit.reserveSats).toBe(500n);
    expect(audit.holdings).toMatchObject([{ state: 'unspent', timelock, expiredAt: undefined, deposit: { vin: 0 } }]);
    expect(audit.missing).toEqual([]);
  });

  /*
   *   deposit 1 (500) --+--> peg-out 100 elsewhere
   *                     +--> change 300 to deposit 1's address --+--> change 250 to the federation's own address
   *                     +--> change 90 to deposit 2's address    +--> peg-out 40
   */
  test('follows change to tweaked addresses and to the own one', async () => {
    const chain = new Chain();
    const first = chain.add(1, [{ script: depositScript(1), valueSats: 500 }]);
    const second = chain.add(1, [{ script: depositScript(2), valueSats: 7 }]);
    const payment = chain.add(
      5,
      [
        { script: elsewhere, valueSats: 100 },
        { script: depositScript(1), valueSats: 300 },
        { script: depositScript(2), valueSats: 90 },
      ],
      [{ txid: first.txid, vout: 0 }],
    );
    chain.add(
      9,
      [
        { script: staticScript, valueSats: 250 },
        { script: elsewhere, valueSats: 40 },
      ],
      [{ txid: payment.txid, vout: 1 }],
    );
    const facts = factsOf([depositOf(first, 1), depositOf(second, 2)]);
    expect(await statesOf(facts, chain)).toEqual(['spent 500', 'unspent 7', 'spent 300', 'unspent 90', 'unspent 250']);
    const audit = await auditFederation(facts, chain);
    expect(audit.reserveSats).toBe(347n);
    expect(balancesByScript(audit).map(({ balanceSats }) => balanceSats)).toEqual([250n, 97n]);
    expect([0, 1, 4, 5, 8, 9].map((height) => reserveAt(audit, height))).toEqual([0n, 507n, 507n, 397n, 397n, 347n]);
  });

  test('an output expires at its time lock, to the block', async () => {
    const chain = new Chain();
    const facts = factsOf([depositOf(chain.add(10, [{ script: depositScript(1), valueSats: 5 }]), 1)]);
    chain.tipHeight = 10 + timelock - 1;
    expect(await statesOf(facts, chain)).toEqual(['unspent 5']);
    chain.tipHeight++;
    const { holdings, reserveSats } = await auditFederation(facts, chain);
    expect(holdings).toMatchObject([{ state: 'expired', expiredAt: 600 * (10 + timelock) }]);
    expect(reserveSats).toBe(0n);
  });

  test.each([
    ['before the time lock', timelock - 1, 5, 'spent'],
    ['after it by the federation', timelock, signed, 'spent'],
    ['after it by the emergency keys', timelock, 5, 'emergency-spent'],
  ])('the number of witness items decides about a spend %s', async (_, after, items, state) => {
    const chain = new Chain();
    const deposit = chain.add(10, [{ script: depositScript(1), valueSats: 5 }]);
    chain.add(10 + after, [{ script: elsewhere, valueSats: 4 }], [{ txid: deposit.txid, vout: 0 }], items);
    expect(await statesOf(factsOf([depositOf(deposit, 1)]), chain)).toEqual([`${state} 5`]);
  });

  test('a deposit to an older script of the federation has the time lock of that script', async () => {
    const chain = new Chain();
    const old = chain.add(1, [{ script: depositScript(1), valueSats: 5 }]);
    const recent = chain.add(2, [{ script: depositScript(2, plain), valueSats: 6 }]);
    chain.tipHeight = 1_000_000;
    const facts = factsOf([depositOf(old, 1), depositOf(recent, 2)], [plain, liquid]);
    // the script without emergency keys never expires
    expect(await statesOf(facts, chain)).toEqual(['expired 5', 'unspent 6']);
  });

  test('a claimed output that the parent chain does not have is missing, not counted', async () => {
    const chain = new Chain();
    const deposit = { ...depositOf(chain.add(1, []), 1), parentTxid: new Uint8Array(32).fill(9) };
    const audit = await auditFederation(factsOf([deposit]), chain);
    expect([audit.holdings, audit.missing, audit.reserveSats]).toEqual([[], [deposit], 0n]);
  });

  test('a claimed output of no known script counts, without a time lock', async () => {
    const chain = new Chain();
    const deposit = depositOf(chain.add(1, [{ script: elsewhere, valueSats: 5 }]), 1);
    chain.tipHeight = 1 + 70_000;
    const audit = await auditFederation(factsOf([deposit]), chain);
    expect([audit.reserveSats, audit.unknownScripts]).toEqual([5n, [deposit]]);
    expect(audit.holdings).toMatchObject([{ state: 'unspent', timelock: undefined, expiredAt: undefined }]);
  });
});

describe('a random history', () => {
  const deposits = 12;
  const scripts = Array.from({ length: deposits }, (_, n) => depositScript(n));

  /** Deposits, payments with change, and payments that are not claimed, with a ledger of the federation's outputs. */
  function simulate(seed: number) {
    const random = seededRandom(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const chain = new Chain();
    const claims: ClaimedDeposit[] = [];
    const held = new Map<string, { txid: Uint8Array; vout: number; valueSats: number }>();
    const reserveOfHeight: bigint[] = [];
    const hold = (tx: Tx, vout: number) =>
      held.set(`${toHex(tx.txid)}:${vout}`, { txid: tx.txid, vout, valueSats: tx.outputs[vout]!.valueSats });
    for (let height = 1; height <= 120; height++) {
      const kind = random();
      if (claims.length < deposits && kind < 0.3) {
        const n = claims.length;
        const tx = chain.add(height, [{ script: scripts[n]!, valueSats: 1_000 + Math.floor(random() * 1_000) }]);
        claims.push({ ...depositOf(tx, n), federationScript: liquid });
        hold(tx, 0);
      } else if (held.size > 0 && kind < 0.8) {
        const [key, input] = pick([...held]);
        const changeSats = Math.floor(input.valueSats * random());
        const changeScript =
          random() < 0.5 ? staticScript : scripts[Math.floor(random() * Math.max(1, claims.length))]!;
        const outputs = [
          { script: elsewhere, valueSats: input.valueSats - changeSats },
          { script: changeScript, valueSats: changeSats },
        ];
        held.delete(key);
        hold(chain.add(height, outputs, [input]), 1);
      } else if (claims.length > 0) {
        // a second payment to a deposit address, never claimed
        chain.add(height, [{ script: scripts[0]!, valueSats: 33 }]);
      }
      chain.tipHeight = height;
      reserveOfHeight.push([...held.values()].reduce((sum, { valueSats }) => sum + BigInt(valueSats), 0n));
    }
    return { chain, facts: factsOf(claims), reserveOfHeight };
  }

  test.each([1, 2, 3, 4, 5])('has the reserves of the ledger at every height (seed %d)', async (seed) => {
    const { chain, facts, reserveOfHeight } = simulate(seed);
    const audit = await auditFederation(facts, chain);
    expect(audit.reserveSats).toBe(reserveOfHeight.at(-1));
    expect(reserveOfHeight.map((_, i) => reserveAt(audit, i + 1))).toEqual(reserveOfHeight);
    expect(new Set(audit.holdings.map(({ output }) => `${displayHash(output.txid)}:${output.vout}`)).size).toBe(
      audit.holdings.length,
    );
  });

  // a reorg is another view: the audit of the shorter chain must not depend on earlier audits
  test('after a reorg of the parent chain is that of the shorter chain', async () => {
    const { chain, facts, reserveOfHeight } = simulate(6);
    await auditFederation(facts, chain);
    const shorter = new Chain();
    shorter.txs.push(...chain.txs.filter(({ height }) => height <= 80));
    shorter.tipHeight = 80;
    const audit = await auditFederation(facts, shorter);
    expect(audit.reserveSats).toBe(reserveOfHeight[79]);
    expect(audit.holdings.length + audit.missing.length).toBeGreaterThan(0);
  });

  test('after a reorg of the side chain lacks the disconnected claims', async () => {
    const { chain, facts } = simulate(7);
    const all = await auditFederation(facts, chain);
    const fewer = await auditFederation(factsOf(facts.deposits.slice(0, -1)), chain);
    const last = facts.deposits.at(-1)!;
    const claimed = (txid: Uint8Array) => equalBytes(txid, last.parentTxid);
    expect(all.holdings.some(({ output, deposit }) => claimed(output.txid) && deposit !== undefined)).toBe(true);
    expect(fewer.holdings.some(({ output }) => claimed(output.txid))).toBe(false);
  });
});
