import { displayHash, OP, readScript, toHex } from '@glassblock/primitives';
import { depositScripts, federationScriptOf, timelockOf } from '../federation/federation-script.ts';

/** An output of the parent chain. */
export interface ParentOutpoint {
  /** Internal order. */
  readonly txid: Uint8Array;
  readonly vout: number;
}

/** A confirmed output of the parent chain. */
export interface ParentOutput extends ParentOutpoint {
  readonly script: Uint8Array;
  readonly valueSats: number;
  readonly height: number;
  /** Unix seconds. */
  readonly time: number;
}

/** The confirmed transaction that spends an output. */
export interface ParentSpender {
  /** Internal order. */
  readonly txid: Uint8Array;
  readonly height: number;
  readonly time: number;
  /** Items of the spending input's witness. */
  readonly witnessItems: number;
}

/**
 * The parent chain at one tip, as an index of it answers. All answers of one audit must be of the same tip; a reorg is
 * another view.
 */
export interface ParentChain {
  readonly tipHeight: number;
  output(outpoint: ParentOutpoint): Promise<ParentOutput | undefined>;
  spender(outpoint: ParentOutpoint): Promise<ParentSpender | undefined>;
  /** Returns all outputs that pay to a script, spent ones too. */
  outputsTo(script: Uint8Array): Promise<readonly ParentOutput[]>;
  /** Returns the outpoints that a transaction spends. */
  spentBy(txid: Uint8Array): Promise<readonly ParentOutpoint[]>;
  /** Returns the time of the block at a height up to the tip. */
  timeAt(height: number): Promise<number>;
}

/** A peg-in, as recorded in a block of the side chain. */
export interface ClaimedDeposit {
  readonly parentTxid: Uint8Array;
  readonly parentVout: number;
  readonly claimScript: Uint8Array;
  /**
   * Script of the federation that it was made to; `unknown`: none of those given. Absent: the audit finds it, a
   * millisecond for each key.
   */
  readonly federationScript?: Uint8Array | 'unknown';
  /** Peg-in on the side chain: txid (internal order), input, time of the block. */
  readonly txid: Uint8Array;
  readonly vin: number;
  readonly time: number;
  readonly amountSats: number;
}

/** Facts of the side chain at one tip. */
export interface FederationFacts {
  /** Scripts of the federation, newest first: the first of the chain and that of each change. */
  readonly federationScripts: readonly Uint8Array[];
  readonly deposits: readonly ClaimedDeposit[];
}

/** State of an output of the federation. */
export type HoldingState = 'unspent' | 'expired' | 'spent' | 'emergency-spent';

/** An output that the federation holds or held. */
export interface Holding {
  readonly output: ParentOutput;
  readonly state: HoldingState;
  /** Peg-in that claimed it; undefined for change and for payments to the federation's own address. */
  readonly deposit: ClaimedDeposit | undefined;
  /** Blocks until the emergency keys can spend; undefined when the script has none. */
  readonly timelock: number | undefined;
  /** Time of the block in which the time lock passed; undefined before. */
  readonly expiredAt: number | undefined;
  readonly spender: ParentSpender | undefined;
}

/** The federation's outputs at one pair of tips. */
export interface FederationAudit {
  /** In the order of their blocks on the parent chain, then of their outpoints. */
  readonly holdings: readonly Holding[];
  /** Unspent and not expired. */
  readonly reserveSats: bigint;
  /** Claimed outpoints that the parent chain does not have at this tip: after a reorg, or while it is behind. */
  readonly missing: readonly ClaimedDeposit[];
  /** Claimed outputs that pay to none of the known scripts: held, but without a known time lock. */
  readonly unknownScripts: readonly ClaimedDeposit[];
}

/** Lookups in the parent chain at the same time. */
const concurrency = 64;

const keyOf = ({ txid, vout }: ParentOutpoint): string => `${displayHash(txid)}:${vout}`;

/**
 * Returns the federation's outputs from the facts of both chains at one pair of tips. Nothing is carried over from an
 * earlier audit, so no state remains after a reorg on either side. An output belongs to the federation when
 * - a peg-in claimed it,
 * - it pays to an address of the federation that is not tweaked, or
 * - it pays to the address of a claimed deposit from a transaction that spends an output of the federation (change).
 * A deposit that is not claimed yet still belongs to the depositor. The side chain has checked that a claimed output
 * pays to the federation: with a script that is not among the given ones it counts, and never expires.
 * @throws {CodedError} liquid.bad-tweak; of the parent chain
 */
export async function auditFederation(facts: FederationFacts, parent: ParentChain): Promise<FederationAudit> {
  const found = new Map<string, Found>();
  const missing: ClaimedDeposit[] = [];
  const unknownScripts: ClaimedDeposit[] = [];
  const tweaked = new Map<string, { outputScript: Uint8Array; script: Uint8Array | undefined }>();
  for (const deposit of facts.deposits) {
    const output = await parent.output({ txid: deposit.parentTxid, vout: deposit.parentVout });
    if (output === undefined) {
      missing.push(deposit);
      continue;
    }
    const script = scriptOf(deposit, output, facts);
    if (script === undefined) unknownScripts.push(deposit);
    found.set(keyOf(output), { output, deposit, script });
    tweaked.set(toHex(output.script), { outputScript: output.script, script });
  }
  for (const script of facts.federationScripts) {
    for (const outputScript of Object.values(depositScripts(script))) {
      for (const output of await parent.outputsTo(outputScript)) {
        if (!found.has(keyOf(output))) found.set(keyOf(output), { output, deposit: undefined, script });
      }
    }
  }
  await addTweakedChange(found, [...tweaked.values()], parent);
  const holdings: Holding[] = [];
  const all = [...found.values()];
  for (let start = 0; start < all.length; start += concurrency) {
    const some = all.slice(start, start + concurrency);
    holdings.push(...(await Promise.all(some.map((one) => holdingOf(one, parent)))));
  }
  holdings.sort(byPlace);
  const reserveSats = holdings
    .filter(({ state }) => state === 'unspent')
    .reduce((sum, { output }) => sum + BigInt(output.valueSats), 0n);
  return { holdings, reserveSats, missing, unknownScripts };
}

function scriptOf(deposit: ClaimedDeposit, { script }: ParentOutput, facts: FederationFacts): Uint8Array | undefined {
  const { federationScript, claimScript } = deposit;
  if (federationScript === 'unknown') return undefined;
  return federationScript ?? federationScriptOf(script, claimScript, facts.federationScripts);
}

interface Found {
  output: ParentOutput;
  deposit: ClaimedDeposit | undefined;
  /** Script of the federation; undefined when it is not known. */
  script: Uint8Array | undefined;
}

/** Adds change that pays to addresses of deposits, also of change that is spent to change. */
async function addTweakedChange(
  found: Map<string, Found>,
  addresses: readonly { outputScript: Uint8Array; script: Uint8Array | undefined }[],
  parent: ParentChain,
): Promise<void> {
  const open: Found[] = [];
  for (const { outputScript, script } of addresses) {
    for (const output of await parent.outputsTo(outputScript)) {
      if (!found.has(keyOf(output))) open.push({ output, deposit: undefined, script });
    }
  }
  /** Outputs by each outpoint that their transaction spends. */
  const after = new Map<string, Found[]>();
  for (const one of open) {
    for (const outpoint of await parent.spentBy(one.output.txid)) {
      const key = keyOf(outpoint);
      const list = after.get(key);
      if (list === undefined) after.set(key, [one]);
      else list.push(one);
    }
  }
  // keys that are added while it runs are visited too
  for (const key of found.keys()) {
    for (const one of after.get(key) ?? []) {
      const own = keyOf(one.output);
      if (!found.has(own)) found.set(own, one);
    }
  }
}

async function holdingOf({ output, deposit, script }: Found, parent: ParentChain): Promise<Holding> {
  const spender = await parent.spender(output);
  const timelock = script === undefined ? undefined : timelockOf(script);
  const expiryHeight = timelock === undefined ? Number.POSITIVE_INFINITY : output.height + timelock;
  const endHeight = spender?.height ?? parent.tipHeight;
  const expiredAt = endHeight >= expiryHeight ? await parent.timeAt(expiryHeight) : undefined;
  const base = { output, deposit, timelock, expiredAt, spender };
  if (spender === undefined) return { ...base, state: expiredAt === undefined ? 'unspent' : 'expired' };
  // without a script nothing expires
  const isEmergency = expiredAt !== undefined && spender.witnessItems !== signingItems(script!);
  return { ...base, state: isEmergency ? 'emergency-spent' : 'spent' };
}

/**
 * Returns the witness items of a spend by the federation's own keys: a dummy, the signatures and the script. A script
 * with an emergency branch states the number of items before the script.
 */
function signingItems(script: Uint8Array): number | undefined {
  const [first, second] = readScript(script).map(({ opcode }) => opcode);
  const numberOf = (opcode: number | undefined) =>
    opcode !== undefined && opcode >= OP.PUSHNUM_1 && opcode <= OP.PUSHNUM_16 ? opcode - OP.RESERVED : undefined;
  const threshold = numberOf(first);
  if (threshold !== undefined) return threshold + 2;
  const depth = numberOf(second);
  return depth === undefined ? undefined : depth + 1;
}

function byPlace(a: Holding, b: Holding): number {
  return a.output.height - b.output.height || (keyOf(a.output) < keyOf(b.output) ? -1 : 1);
}

/** Returns the federation's balance by output script, largest first: unspent and not expired. */
export function balancesByScript(audit: FederationAudit): { script: Uint8Array; balanceSats: bigint }[] {
  const balances = new Map<string, { script: Uint8Array; balanceSats: bigint }>();
  for (const { output, state } of audit.holdings) {
    if (state !== 'unspent') continue;
    const key = toHex(output.script);
    const balanceSats = (balances.get(key)?.balanceSats ?? 0n) + BigInt(output.valueSats);
    balances.set(key, { script: output.script, balanceSats });
  }
  return [...balances.values()].sort((a, b) =>
    a.balanceSats === b.balanceSats ? 0 : a.balanceSats > b.balanceSats ? -1 : 1,
  );
}

/**
 * Returns the reserves of the federation when a block of the parent chain was the tip: unspent and not expired then.
 * One audit is enough for the reserves at the end of every month.
 */
export function reserveAt(audit: FederationAudit, height: number): bigint {
  let sum = 0n;
  for (const { output, timelock, spender } of audit.holdings) {
    if (output.height > height || (spender !== undefined && spender.height <= height)) continue;
    if (timelock !== undefined && output.height + timelock <= height) continue;
    sum += BigInt(output.valueSats);
  }
  return sum;
}
