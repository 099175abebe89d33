import { assetChangesOf } from '@glassblock/index/elements';
import { depositScripts, timelockOf } from '@glassblock/liquid';
import {
  createElementsBlockSource,
  createNodeClient,
  fieldsOf,
  type NodeClient,
  probeElementsNode,
} from '@glassblock/node';
import {
  CodedError,
  concatBytes,
  displayHash,
  fromHex,
  hash160,
  OP,
  readTransaction,
  sha256,
  toHex,
} from '@glassblock/primitives';
import { elementsNetworks, readElementsBlock } from '@glassblock/primitives/elements';
import type { Config } from '../config/config.ts';
import type { Terminal } from './terminal.ts';

/** Flags of `index reserves`. */
export interface ReservesFlags {
  verify?: true;
  /** URL of the Liquid network on a server to compare with. */
  server?: string;
}

/** Supply, claims and scripts, from the blocks of the side chain. */
interface SideChain {
  height: number;
  hash: string;
  supplySats: bigint;
  /** Claimed outputs of the parent chain, `txid:vout` in display order, with the script that claimed each. */
  claims: Map<string, Uint8Array>;
  /** Scripts of the federation. */
  scripts: Uint8Array[];
}

/** Reserves, from the unspent outputs of the parent chain. */
interface Reserves {
  height: number;
  hash: string;
  reserveSats: bigint;
  outputs: number;
  expiredSats: bigint;
  expired: number;
  /** Deposits that no peg-in has claimed. */
  unclaimed: number;
}

/** Scanning the unspent outputs of mainnet takes minutes. */
const scanTimeoutMs = 3_600_000;
const blocksAhead = 8;

/**
 * `index reserves --verify`: recomputes supply and reserves from the two nodes alone, without an index, and prints the
 * difference. The side chain is read block by block; the parent's node searches its unspent outputs (`scantxoutset`).
 * @returns false when a server was given and has other values at the same blocks
 * @throws {CodedError} cli.no-node; of the nodes
 */
export async function verifyReserves(config: Config, flags: ReservesFlags, terminal: Terminal): Promise<boolean> {
  if (flags.verify !== true) throw new CodedError('config.wrong', 'reserves: pass --verify');
  const [liquid] = config.liquid;
  const parentName = liquid && elementsNetworks[liquid.name].parent?.name;
  const parent = config.networks.find(({ name, node }) => name === parentName && node !== undefined);
  if (liquid === undefined || parent?.node === undefined) {
    throw new CodedError('cli.no-node', 'verifying needs both nodes: pass --liquid and --node');
  }
  const { say } = terminal;
  const side = createNodeClient({ ...liquid.node, connections: blocksAhead });
  const main = createNodeClient({ ...parent.node, connections: 2, timeoutMs: scanTimeoutMs });
  try {
    const chain = await readSideChain(side, liquid.name, terminal);
    const reserves = await readReserves(main, chain, terminal);
    say(
      `Side chain: block ${chain.height} (${chain.hash}). Parent chain: block ${reserves.height} (${reserves.hash}).`,
    );
    say(`Supply: ${chain.supplySats} sats.`);
    say(`Reserves: ${reserves.reserveSats} sats in ${reserves.outputs} outputs.`);
    say(
      `Not counted: ${reserves.expiredSats} sats in ${reserves.expired} expired outputs; ${reserves.unclaimed} unclaimed deposits.`,
    );
    say(`Difference: ${reserves.reserveSats - chain.supplySats} sats.`);
    return flags.server === undefined || (await compare(flags.server, chain, reserves, terminal));
  } finally {
    await Promise.all([side.close(), main.close()]);
  }
}

async function readSideChain(
  client: NodeClient,
  name: keyof typeof elementsNetworks,
  { progress }: Terminal,
): Promise<SideChain> {
  const { sidechain, rest, blocks: height } = await probeElementsNode(client);
  if (sidechain === undefined) throw new CodedError('node.wrong-network', 'the node is not an Elements node');
  const context = { nativeAsset: sidechain.peggedAsset, parent: elementsNetworks[name].parent };
  const native = displayHash(context.nativeAsset);
  const source = createElementsBlockSource(client, rest);
  const scripts = new Map(sidechain.fedpegScripts.map((script) => [script, fromHex(script)]));
  const chain: SideChain = { height, hash: '', supplySats: 0n, claims: new Map(), scripts: [] };
  for (let start = 0; start <= height; start += blocksAhead) {
    const heights = Array.from({ length: Math.min(blocksAhead, height - start + 1) }, (_, i) => start + i);
    progress(`blocks: ${start} of ${height}`);
    for (const bytes of await Promise.all(heights.map((at) => blockAt(client, source, at)))) {
      const block = readElementsBlock(bytes);
      chain.hash = displayHash(block.hash);
      const { proof } = block.header;
      if (proof.type === 'dynafed' && proof.current.type === 'full') {
        scripts.set(toHex(proof.current.fedpegScript), new Uint8Array(proof.current.fedpegScript));
      }
      for (const event of assetChangesOf(block, context).flatMap(({ events }) => events)) {
        if (displayHash(event.assetId) !== native) continue;
        if (event.kind === 'peg-in') {
          chain.supplySats += event.amount;
          chain.claims.set(`${displayHash(event.parentTxid)}:${event.parentVout}`, new Uint8Array(event.claimScript));
        } else if (event.kind === 'peg-out' || event.kind === 'burn') chain.supplySats -= event.amount;
        // liquidregtest may create its pegged asset in the first block
        else if (event.amount !== undefined) chain.supplySats += event.amount;
      }
    }
  }
  return { ...chain, scripts: [...scripts.values()] };
}

async function blockAt(
  client: NodeClient,
  source: ReturnType<typeof createElementsBlockSource>,
  height: number,
): Promise<Uint8Array> {
  return source.block(fromHex(String(await client.rpc('getblockhash', height))).reverse());
}

/** An unspent output as `scantxoutset` reports it. */
interface Unspent {
  txid: string;
  vout: number;
  scriptPubKey: string;
  amount: number;
  height: number;
}

async function readReserves(client: NodeClient, chain: SideChain, { progress }: Terminal): Promise<Reserves> {
  /** Time lock by output script; `own`: not tweaked. */
  const known = new Map<string, { timelock: number | undefined; isOwn: boolean }>();
  const add = (script: Uint8Array, claimScript: Uint8Array | undefined) => {
    for (const output of Object.values(depositScripts(script, claimScript))) {
      known.set(toHex(output), { timelock: timelockOf(script), isOwn: claimScript === undefined });
    }
  };
  for (const script of chain.scripts) add(script, undefined);
  const claimScripts = new Map([...chain.claims.values()].map((script) => [toHex(script), script]));
  let done = 0;
  for (const claimScript of claimScripts.values()) {
    progress(`deposit addresses: ${done++} of ${claimScripts.size}`);
    for (const script of chain.scripts) add(script, claimScript);
  }
  progress('searching the unspent outputs');
  const descriptors = [...known.keys()].map((script) => `raw(${script})`);
  const answer = fieldsOf(await client.rpc('scantxoutset', 'start', descriptors), 'scantxoutset');
  const { height, bestblock, unspents } = answer as { height: number; bestblock: string; unspents: Unspent[] };
  const reserves = { height, hash: bestblock, reserveSats: 0n, outputs: 0, expiredSats: 0n, expired: 0, unclaimed: 0 };
  for (const unspent of unspents) {
    const { timelock, isOwn } = known.get(unspent.scriptPubKey)!;
    const isHeld =
      isOwn || chain.claims.has(`${unspent.txid}:${unspent.vout}`) || (await isChange(client, unspent, known));
    const sats = BigInt(Math.round(unspent.amount * 1e8));
    if (!isHeld) reserves.unclaimed++;
    else if (timelock !== undefined && unspent.height + timelock <= height) {
      reserves.expired++;
      reserves.expiredSats += sats;
    } else {
      reserves.outputs++;
      reserves.reserveSats += sats;
    }
  }
  return reserves;
}

/** Whether the transaction of an output spends an output of the federation: the witness of the input has its script. */
async function isChange(client: NodeClient, { txid, height }: Unspent, known: ReadonlyMap<string, unknown>) {
  const blockHash = await client.rpc('getblockhash', height);
  const raw = fromHex(String(await client.rpc('getrawtransaction', txid, false, blockHash)));
  return readTransaction(raw)
    .inputs()
    .some(({ witness }) => {
      const script = witness.at(-1);
      if (script === undefined) return false;
      const p2wsh = concatBytes(Uint8Array.of(0, 32), sha256(script));
      const nested = concatBytes(Uint8Array.of(OP.HASH160, 20), hash160(p2wsh), Uint8Array.of(OP.EQUAL));
      return known.has(toHex(p2wsh)) || known.has(toHex(nested));
    });
}

/** Compares with the audit of a server, at the same blocks only. */
async function compare(server: string, chain: SideChain, reserves: Reserves, { say }: Terminal): Promise<boolean> {
  const url = `${server.replace(/\/+$/, '')}/api/glass/v1/liquid/audit`;
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  const state = (await response.json()) as Partial<Record<'supply' | 'reserves', string>> &
    Partial<Record<'block' | 'parentBlock', { height: number; hash: string }>>;
  if (state.block?.hash !== chain.hash || state.parentBlock?.hash !== reserves.hash) {
    say(
      `The server's audit is of other blocks (${state.block?.height}, ${state.parentBlock?.height}): run this again.`,
    );
    return true;
  }
  const supply = BigInt(state.supply!) - chain.supplySats;
  const held = BigInt(state.reserves!) - reserves.reserveSats;
  say(`The server's figures differ by ${supply} sats in the supply and ${held} sats in the reserves.`);
  return supply === 0n && held === 0n;
}
