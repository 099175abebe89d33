import type { FederationUtxo, Peg, UnmatchedPegOut } from '@glassblock/contract/liquid';
import type { Devnode } from '@glassblock/devnode';
import {
  addressOf,
  concatBytes,
  displayHash,
  networks,
  readBlock,
  readTransaction,
  sha256,
  toHex,
} from '@glassblock/primitives';
import { pegInOf, pegOutOf } from '@glassblock/primitives/elements';

/** Blocks of the time lock of the simulated federation, and items of the witness of a spend by its keys. */
const [timelock, signedItems] = [1_008, 5];
/** Block times may be off by this: a payment is not earlier than its peg-out by more. */
const maxClockErrorSeconds = 7_200;
const daySeconds = 86_400;
/**
 * Spending an output costs 450 vbytes at the fee rate of the next block, which is far from the bounds: the simulated
 * deposits are worth 400 sats or more than 100,000.
 */
const [dustSats, minDepositSats] = [400, 100_000];

/** Answers of all routes of pegs and reserves at the tips of both nodes. */
export interface RecountedRoutes {
  /** By path below `/api/v1/liquid`, without `pegs/list`. */
  readonly answers: Record<string, unknown>;
  /** Newest first. */
  readonly pegs: readonly Peg[];
  /** Events so far. */
  readonly counts: Record<
    | 'peg-ins'
    | 'peg-outs'
    | 'burns'
    | 'expired'
    | 'dust'
    | 'emergency spends'
    | 'federations'
    | 'months'
    | 'paid exactly'
    | 'paid by one output'
    | 'paid less a fee'
    | 'paid by one output less a fee'
    | 'paid less than that',
    number
  >;
  /** Peg-outs without a payment, newest first. */
  readonly unmatched: readonly UnmatchedPegOut[];
}

/** Where a block is on its chain. */
interface Place {
  readonly height: number;
  readonly time: number;
  readonly medianTime: number;
}

interface Held extends FederationUtxo {
  readonly script: string;
  readonly expiryTime: number | undefined;
  readonly spend: { readonly height: number; readonly items: number } | undefined;
}

const p2wsh = (script: Uint8Array) => toHex(concatBytes(Uint8Array.of(0, 32), sha256(script)));
const address = (script: Uint8Array) => addressOf(script, networks.demo) ?? toHex(script);
const monthOf = (time: number) => `${new Date(time * 1000).toISOString().slice(0, 7)}-01`;

function withMedianTimes<B extends { time: number }>(blocks: readonly B[]): (B & Place)[] {
  return blocks.map((block, height) => {
    const times = blocks.slice(Math.max(0, height - 10), height + 1).map(({ time }) => time);
    return { ...block, height, medianTime: times.sort((a, b) => a - b)[Math.floor(times.length / 2)]! };
  });
}

/** Months from one time to another, the first days of each. */
function monthsBetween(first: number, last: number): string[] {
  const months: string[] = [];
  const day = new Date(monthOf(first));
  for (; day.getTime() <= last * 1000; day.setUTCMonth(day.getUTCMonth() + 1)) months.push(monthOf(+day / 1000));
  return months;
}

/** The last block of a month by median time, or of the months before. */
const lastOf = (blocks: readonly Place[], month: string): Place | undefined =>
  blocks.findLast(({ medianTime }) => monthOf(medianTime) <= month);

const sideBlocks = ({ chain }: NonNullable<Devnode['elements']>) =>
  withMedianTimes(
    Array.from({ length: chain.height + 1 }, (_, height) => {
      const { block } = chain.at(height)!;
      return { time: block.header.time, txs: block.txs, proof: block.header.proof };
    }),
  );

function parentBlocks({ state: { chain } }: Devnode) {
  const blocks = Array.from({ length: chain.height + 1 }, (_, height) => readBlock(chain.at(height)!.bytes!));
  return withMedianTimes(blocks.map(({ header, txs }) => ({ time: header.time, txs })));
}

type SideBlocks = ReturnType<typeof sideBlocks>;
type ParentBlocks = ReturnType<typeof parentBlocks>;
type Request = Peg & { script: string; height: number };

/** Pegs in the order of the chain; peg-outs have no payment yet. */
function pegsOf(side: SideBlocks): Request[] {
  const pegs: Request[] = [];
  for (const { height, time, txs } of side) {
    for (const tx of txs) {
      const base = { txid: displayHash(tx.txid), blocktime: time, height };
      for (const [txindex, input] of tx.inputs().entries()) {
        if (!input.isPegIn) continue;
        const { parentTx, value } = pegInOf(input)!;
        const { script } = readTransaction(parentTx, 0).output(input.prevVout);
        const of = { bitcoinaddress: address(script), bitcointxid: displayHash(input.prevTxid) };
        pegs.push({ ...base, txindex, amount: Number(value), ...of, bitcoinindex: input.prevVout, script: '' });
      }
      for (const [txindex, { script, value, assetId }] of tx.outputs().entries()) {
        const isNative = assetId !== undefined && toHex(assetId) === '1d'.repeat(32);
        if (tx.isCoinbase || script[0] !== 0x6a || !isNative || typeof value !== 'number' || value === 0) continue;
        const paid = pegOutOf(script)?.script;
        const of = { bitcoinaddress: paid === undefined ? '' : address(paid), bitcointxid: '', bitcoinindex: 0 };
        pegs.push({ ...base, txindex, amount: -value, ...of, script: paid === undefined ? '' : toHex(paid) });
      }
    }
  }
  return pegs;
}

/** Scripts of the federation that are not tweaked. */
function ownScripts(side: SideBlocks): Set<string> {
  const scripts = new Set<string>();
  for (const { proof } of side) {
    if (proof.type === 'dynafed' && proof.current.type === 'full') scripts.add(p2wsh(proof.current.fedpegScript));
  }
  return scripts;
}

/** All outputs that the federation ever held, oldest first. */
function holdingsOf(parent: ParentBlocks, pegs: readonly Request[], own: ReadonlySet<string>): Held[] {
  const claims = new Map(
    pegs.flatMap((peg) => (peg.amount > 0 ? [[`${peg.bitcointxid}:${peg.bitcoinindex}`, peg] as const] : [])),
  );
  const spends = new Map<string, { height: number; items: number }>();
  for (const { height, txs } of parent) {
    for (const tx of txs) {
      for (const { prevTxid, prevVout, witness } of tx.inputs())
        spends.set(`${displayHash(prevTxid)}:${prevVout}`, { height, items: witness.length });
    }
  }
  const held: Held[] = [];
  for (const { height, time, txs } of parent) {
    for (const tx of txs) {
      const txid = displayHash(tx.txid);
      for (const [txindex, { script, value }] of tx.outputs().entries()) {
        const claim = claims.get(`${txid}:${txindex}`);
        if (claim === undefined && !own.has(toHex(script))) continue;
        const spend = spends.get(`${txid}:${txindex}`);
        const hasExpired = (spend?.height ?? parent.length - 1) >= height + timelock;
        const expiryTime = hasExpired ? parent[height + timelock]!.time : undefined;
        held.push({
          ...{ txid, txindex, bitcoinaddress: address(script), amount: Number(value), blocknumber: height },
          ...{ blocktime: time, pegtxid: claim?.txid ?? '', pegindex: claim?.txindex ?? 0 },
          ...{ pegblocktime: claim?.blocktime ?? 0, timelock, expiredAt: expiryTime ?? 0 },
          ...{ script: toHex(script), expiryTime, spend },
        });
      }
    }
  }
  return held;
}

/** A payment of the federation, with the fee of its transaction. */
interface Payment {
  readonly script: string;
  readonly value: number;
  readonly time: number;
  readonly fee: number;
  readonly bitcointxid: string;
  readonly bitcoinindex: number;
}

/** Outputs of transactions that spend outputs of the federation, and are not its own, in the order of the chain. */
function paymentsOf(parent: ParentBlocks, held: readonly Held[]): Payment[] {
  const amounts = new Map(held.map(({ txid, txindex, amount }) => [`${txid}:${txindex}`, amount]));
  const payments: Payment[] = [];
  for (const { time, txs } of parent) {
    for (const tx of txs) {
      const spent = tx.inputs().map(({ prevTxid, prevVout }) => amounts.get(`${displayHash(prevTxid)}:${prevVout}`));
      if (spent.every((amount) => amount === undefined)) continue;
      const outputs = tx.outputs();
      // inputs of payments are all of the federation
      const total = (values: readonly (number | undefined)[]) => values.reduce<number>((of, one) => of + one!, 0);
      const fee = total(spent) - total(outputs.map(({ value }) => Number(value)));
      const txid = displayHash(tx.txid);
      for (const [vout, { script, value }] of outputs.entries()) {
        if (amounts.has(`${txid}:${vout}`)) continue;
        const of = { bitcointxid: txid, bitcoinindex: vout };
        payments.push({ script: toHex(script), value: Number(value), time, fee, ...of });
      }
    }
  }
  return payments;
}

type PaidAs = 'paid exactly' | 'paid by one output' | 'paid less a fee' | 'paid by one output less a fee';

/** Returns the first consecutive requests, two or more, for which the payment is short by an amount in a range. */
function firstRun(open: readonly Request[], value: number, minShort: number, maxShort: number): Request[] {
  for (let end = 2; end <= open.length; end++) {
    for (let start = 0; start <= end - 2; start++) {
      const some = open.slice(start, end);
      const short = -Number(sum(some)) - value;
      if (short >= minShort && short <= maxShort) return some;
    }
  }
  return [];
}

/** Returns the request for which the payment is short by the least, but by no more than the fee. */
const nearest = (open: readonly Request[], value: number, fee: number): Request[] =>
  open
    .filter(({ amount }) => -amount > value && -amount <= value + fee)
    .toSorted((a, b) => b.amount - a.amount)
    .slice(0, 1);

/**
 * Fills in the payments of peg-outs. All payments of a transaction try one way after the other: an older peg-out of
 * the amount, several that add up to it, one of more than it by at most the fee, several of more by at most the fee.
 * @returns the number of peg-outs paid in each way, and those without a payment
 */
function payPegOuts(
  payments: readonly Payment[],
  pegs: readonly Request[],
): { ways: Record<PaidAs, number>; unmatched: UnmatchedPegOut[] } {
  const choices: Record<PaidAs, (open: readonly Request[], value: number, fee: number) => Request[]> = {
    'paid exactly': (open, value) => open.filter(({ amount }) => amount === -value).slice(0, 1),
    'paid by one output': (open, value) => firstRun(open, value, 0, 0),
    'paid less a fee': nearest,
    'paid by one output less a fee': (open, value, fee) => firstRun(open, value, 1, fee),
  };
  const names = Object.keys(choices) as PaidAs[];
  const ways = Object.fromEntries(names.map((name) => [name, 0])) as Record<PaidAs, number>;
  const extra: Payment[] = [];
  for (const txid of new Set(payments.map(({ bitcointxid }) => bitcointxid))) {
    let rest = payments.filter(({ bitcointxid }) => bitcointxid === txid).toSorted((a, b) => a.value - b.value);
    let left = rest[0]!.fee;
    for (const name of names) {
      rest = rest.filter(({ script, value, time, bitcointxid, bitcoinindex }) => {
        const open = pegs.filter(
          (peg) => peg.script === script && peg.bitcointxid === '' && peg.blocktime <= time + maxClockErrorSeconds,
        );
        const paid = choices[name](open, value, left);
        if (paid.length === 0) return true;
        left -= -Number(sum(paid)) - value;
        ways[name] += paid.length;
        for (const peg of paid) Object.assign(peg, { bitcointxid, bitcoinindex });
        return false;
      });
    }
    extra.push(...rest);
  }
  const unmatched = pegs
    .filter(({ script, bitcointxid }) => script !== '' && bitcointxid === '')
    .map(({ txid, txindex, amount, bitcoinaddress, blocktime, script }): UnmatchedPegOut => {
      const isPaid = extra.some((one) => one.script === script && one.time + maxClockErrorSeconds >= blocktime);
      const reason = isPaid ? 'other-amount' : 'no-payment';
      return { txid, txindex, amount: -amount, bitcoinaddress, blocktime, reason };
    });
  return { ways, unmatched: unmatched.reverse() };
}

const sum = (amounts: readonly { amount: number }[]) =>
  amounts.reduce((total, { amount }) => total + BigInt(amount), 0n);

/** Newest first, without the fields that are not part of an answer. */
const listed = (held: readonly Held[]): FederationUtxo[] =>
  held
    .toSorted((a, b) => b.blocknumber - a.blocknumber || (`${a.txid}:${a.txindex}` < `${b.txid}:${b.txindex}` ? 1 : -1))
    .map(({ script, expiryTime, spend, ...utxo }) => utxo);

function isDust({ amount }: Pick<FederationUtxo, 'amount'>): boolean {
  if (amount > dustSats && amount < minDepositSats) throw new Error(`${amount} sats may be dust or not`);
  return amount <= dustSats;
}

function balances(unspent: readonly Held[]): { bitcoinaddress: string; balance: string }[] {
  const found = new Map<string, bigint>();
  for (const { bitcoinaddress: own, amount } of unspent) found.set(own, (found.get(own) ?? 0n) + BigInt(amount));
  return [...found]
    .toSorted(([, a], [, b]) => (a < b ? 1 : -1))
    .map(([bitcoinaddress, balance]) => ({ bitcoinaddress, balance: String(balance) }));
}

/**
 * Recomputes all answers about pegs and reserves from the blocks of both simulated nodes, without index or audit.
 * @param now Unix seconds
 */
export function recountRoutes(node: Devnode, now: number): RecountedRoutes {
  const [side, parent] = [sideBlocks(node.elements!), parentBlocks(node)];
  const [sideTip, parentTip] = [side.at(-1)!, parent.at(-1)!];
  const pegs = pegsOf(side);
  const own = ownScripts(side);
  const held = holdingsOf(parent, pegs, own);
  const { ways, unmatched } = payPegOuts(paymentsOf(parent, held), pegs);
  const unspent = held.filter(({ spend, expiryTime }) => spend === undefined && expiryTime === undefined);
  const expired = held.filter(({ spend, expiryTime }) => spend === undefined && expiryTime !== undefined);
  const emergency = held.filter(
    ({ spend, expiryTime }) => expiryTime !== undefined && spend && spend.items !== signedItems,
  );

  const flow = (month: string, of = pegs) =>
    sum(of.filter(({ height }) => monthOf(side[height]!.medianTime) === month));
  const heldAt = (height: number) =>
    sum(
      held.filter(
        ({ blocknumber, spend }) =>
          blocknumber <= height && (spend?.height ?? height + 1) > height && blocknumber + timelock > height,
      ),
    );
  const day = pegs.filter(({ height }) => side[height]!.medianTime >= now - daySeconds);
  const volume = (some: readonly Peg[]) => ({
    volume: some.length === 0 ? null : String(sum(some)),
    number: some.length,
  });
  const months = monthsBetween(side[1]!.medianTime, sideTip.medianTime);
  const heldMonths =
    held[0] === undefined ? [] : monthsBetween(parent[held[0].blocknumber]!.medianTime, parentTip.medianTime);
  const addresses = balances(unspent);
  const { tip } = node.elements!.chain;
  return {
    answers: {
      pegs: { amount: String(sum(pegs)), lastBlockUpdate: tip.height, hash: tip.hash },
      'pegs/month': months.map((date) => ({ amount: String(flow(date)), date })),
      'pegs/volume': [volume(day.filter(({ amount }) => amount > 0)), volume(day.filter(({ amount }) => amount < 0))],
      'pegs/count': { pegs_count: pegs.length },
      reserves: { amount: String(sum(unspent)), lastBlockUpdate: parentTip.height, hash: node.state.chain.tip.hash },
      'reserves/month': heldMonths.map((date) => ({ amount: String(heldAt(lastOf(parent, date)!.height)), date })),
      'reserves/status': {
        ...{ bitcoinBlocks: parentTip.height, bitcoinHeaders: parentTip.height },
        ...{ lastBlockAudit: parentTip.height, isAuditSynced: true },
      },
      'reserves/addresses': addresses,
      'reserves/addresses/total': { address_count: addresses.length },
      'reserves/utxos': listed(unspent),
      'reserves/utxos/total': { utxo_count: unspent.length },
      'reserves/utxos/expired': listed(expired).map((utxo) => ({ ...utxo, isDust: isDust(utxo) })),
      'reserves/utxos/emergency-spent': listed(emergency),
      'reserves/utxos/emergency-spent/stats': {
        ...{ utxo_count: emergency.length, total_amount: emergency.length === 0 ? null : String(sum(emergency)) },
      },
    },
    unmatched,
    pegs: pegs.toReversed().map(({ script, height, ...peg }) => peg),
    counts: {
      'peg-ins': pegs.filter(({ amount }) => amount > 0).length,
      'peg-outs': pegs.filter(({ script }) => script !== '').length,
      ...ways,
      'paid less than that': unmatched.filter(({ reason }) => reason === 'other-amount').length,
      burns: pegs.filter(({ amount, script }) => amount < 0 && script === '').length,
      expired: expired.length,
      dust: expired.filter(isDust).length,
      'emergency spends': emergency.length,
      federations: own.size,
      months: months.length,
    },
  };
}
