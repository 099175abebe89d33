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
  isCoded,
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

/** A block of the side chain, and the supply after it. */
interface SideBlock {
  height: number;
  hash: string;
  supplySats: bigint;
}

/** Blocks, claims and scripts of the side chain. */
interface SideChain {
  /** The newest blocks, oldest first: a server may be some blocks behind. */
  newest: SideBlock[];
  /** Claimed outputs of the parent chain, `txid:vout` in display order, with the script and the block that claimed each. */
  claims: Map<string, { script: Uint8Array; height: number }>;
  /** Scripts of the federation, by hex. */
  scripts: Map<string, Uint8Array>;
}

/** The audit of a server. */
interface ServerAudit {
  block: { height: number; hash: string };
  parentBlock: { height: number; hash: string };
  supply: bigint;
  reserves: bigint;
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
const maxNewest = 200;
/** Searches for the block that the audit of a server has: blocks of the parent chain come while it is searched. */
const maxSearches = 3;

/**
 * `index reserves --verify`: recomputes supply and reserves from the two nodes alone, without an index, and prints the
 * difference. The side chain is read block by block; the parent's node searches its unspent outputs (`scantxoutset`).
 * @returns false when a server was given and has other values at the same blocks
 * @throws {CodedError} cli.no-node, cli.no-server; of the nodes
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
    await checkParent(main, liquid.name);
    // the chain takes an hour: a server that cannot be compared is reported before
    if (flags.server !== undefined) await auditOf(flags.server);
    const chain = await openSideChain(side, liquid.name, terminal);
    await chain.readTo(chain.nodeHeight);
    let audit: ServerAudit | undefined;
    let block: SideBlock;
    let reserves: Reserves;
    for (let search = 1; ; search++) {
      audit = flags.server === undefined ? undefined : await auditOf(flags.server);
      block = await chain.readTo(audit?.block.height ?? chain.nodeHeight);
      reserves = await readReserves(main, chain.facts, block.height, terminal);
      if (audit === undefined || audit.parentBlock.hash === reserves.hash || search === maxSearches) break;
    }
    say(
      `Side chain: block ${block.height} (${block.hash}). Parent chain: block ${reserves.height} (${reserves.hash}).`,
    );
    say(`Supply: ${block.supplySats} sats.`);
    say(`Reserves: ${reserves.reserveSats} sats in ${reserves.outputs} outputs.`);
    say(
      `Not counted: ${reserves.expiredSats} sats in ${reserves.expired} expired outputs; ${reserves.unclaimed} unclaimed deposits.`,
    );
    say(`Difference: ${reserves.reserveSats - block.supplySats} sats.`);
    return audit === undefined || compare(audit, block, reserves, terminal);
  } finally {
    await Promise.all([side.close(), main.close()]);
  }
}

/** @throws {CodedError} node.wrong-network */
async function checkParent(client: NodeClient, name: keyof typeof elementsNetworks): Promise<void> {
  const { parent } = elementsNetworks[name];
  if (parent !== undefined && (await client.rpc('getblockhash', 0)) !== parent.genesisHash)
    throw new CodedError('node.wrong-network', `the node of the parent chain is not of ${parent.label}`);
}

/** The side chain of a node, read block by block. */
interface SideReader {
  readonly facts: SideChain;
  /** Height of the node at the start. */
  readonly nodeHeight: number;
  /**
   * Reads blocks up to a height.
   * @returns the block at this height
   * @throws {CodedError} cli.no-server when it was read too long ago
   */
  readTo(height: number): Promise<SideBlock>;
}

async function openSideChain(
  client: NodeClient,
  name: keyof typeof elementsNetworks,
  { progress }: Terminal,
): Promise<SideReader> {
  const { sidechain, rest, blocks: nodeHeight } = await probeElementsNode(client);
  if (sidechain === undefined) throw new CodedError('node.wrong-network', 'the node is not an Elements node');
  const { hasFixedAsset, nativeAsset, label, parent } = elementsNetworks[name];
  if (hasFixedAsset && displayHash(nativeAsset) !== displayHash(sidechain.peggedAsset))
    throw new CodedError('node.wrong-network', `the Elements node is not of ${label}`);
  const context = { nativeAsset: sidechain.peggedAsset, parent };
  const source = createElementsBlockSource(client, rest);
  const facts: SideChain = {
    newest: [],
    claims: new Map(),
    scripts: new Map(sidechain.fedpegScripts.map((script) => [script, fromHex(script)])),
  };
  let next = 0;
  return {
    facts,
    nodeHeight,
    async readTo(height) {
      while (next <= height) {
        const count = Math.min(blocksAhead, height - next + 1);
        progress(`blocks: ${next} of ${height}`);
        const heights = Array.from({ length: count }, (_, i) => next + i);
        const all = await Promise.all(heights.map((at) => blockAt(client, source, at)));
        for (const [i, bytes] of all.entries()) addBlock(facts, bytes, next + i, context);
        next += count;
      }
      const block = facts.newest.find((one) => one.height === height);
      if (block === undefined)
        throw new CodedError('cli.no-server', `the audit of the server is at block ${height}, far behind the node`);
      return block;
    },
  };
}

function addBlock(
  { newest, claims, scripts }: SideChain,
  bytes: Uint8Array,
  height: number,
  context: Parameters<typeof assetChangesOf>[1],
): void {
  const block = readElementsBlock(bytes);
  const native = displayHash(context.nativeAsset);
  const { proof } = block.header;
  if (proof.type === 'dynafed' && proof.current.type === 'full')
    scripts.set(toHex(proof.current.fedpegScript), new Uint8Array(proof.current.fedpegScript));
  let supplySats = newest.at(-1)?.supplySats ?? 0n;
  for (const event of assetChangesOf(block, context).flatMap(({ events }) => events)) {
    if (displayHash(event.assetId) !== native) continue;
    if (event.kind === 'peg-in') {
      supplySats += event.amount;
      const script = new Uint8Array(event.claimScript);
      claims.set(`${displayHash(event.parentTxid)}:${event.parentVout}`, { script, height });
    } else if (event.kind === 'peg-out' || event.kind === 'burn') supplySats -= event.amount;
    // liquidregtest may create its pegged asset in the first block
    else if (event.amount !== undefined) supplySats += event.amount;
  }
  newest.push({ height, hash: displayHash(block.hash), supplySats });
  if (newest.length > maxNewest) newest.shift();
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

/** @param sideHeight claims of later blocks do not count */
async function readReserves(
  client: NodeClient,
  chain: SideChain,
  sideHeight: number,
  { progress }: Terminal,
): Promise<Reserves> {
  /** Time lock by output script; `own`: not tweaked. */
  const known = new Map<string, { timelock: number | undefined; isOwn: boolean }>();
  const add = (script: Uint8Array, claimScript: Uint8Array | undefined) => {
    for (const output of Object.values(depositScripts(script, claimScript))) {
      known.set(toHex(output), { timelock: timelockOf(script), isOwn: claimScript === undefined });
    }
  };
  const scripts = [...chain.scripts.values()];
  for (const script of scripts) add(script, undefined);
  const claimScripts = new Map([...chain.claims.values()].map(({ script }) => [toHex(script), script]));
  let done = 0;
  for (const claimScript of claimScripts.values()) {
    progress(`deposit addresses: ${done++} of ${claimScripts.size}`);
    for (const script of scripts) add(script, claimScript);
  }
  progress('searching the unspent outputs');
  const descriptors = [...known.keys()].map((script) => `raw(${script})`);
  const answer = fieldsOf(await client.rpc('scantxoutset', 'start', descriptors), 'scantxoutset');
  const { height, bestblock, unspents } = answer as { height: number; bestblock: string; unspents: Unspent[] };
  const reserves = { height, hash: bestblock, reserveSats: 0n, outputs: 0, expiredSats: 0n, expired: 0, unclaimed: 0 };
  for (const unspent of unspents) {
    const { timelock, isOwn } = known.get(unspent.scriptPubKey)!;
    const claim = chain.claims.get(`${unspent.txid}:${unspent.vout}`);
    const isClaimed = claim !== undefined && claim.height <= sideHeight;
    const isHeld = isOwn || isClaimed || (await isChange(client, unspent, known));
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

/** Returns the audit of a server. @throws {CodedError} cli.no-server */
async function auditOf(server: string): Promise<ServerAudit> {
  const failed = (message: string, cause?: unknown) =>
    new CodedError('cli.no-server', message, { datum: server, ...(cause === undefined ? {} : { cause }) });
  if (!/^https?:/.test(server) || !URL.canParse(server)) throw failed('--server: pass the URL of a Liquid network');
  const url = `${server.replace(/\/+$/, '')}/api/glass/v1/liquid/audit`;
  let answer: unknown;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    if (!response.ok) throw failed(`${url} answers with status ${response.status}`);
    answer = await response.json();
  } catch (cause) {
    if (isCoded(cause)) throw cause;
    throw failed(`${url} does not answer with the state of an audit`, cause);
  }
  const { block, parentBlock, supply, reserves } = (answer ?? {}) as Partial<Record<string, unknown>>;
  if (block === null) throw failed('the audit of the server has no result yet');
  if (!isBlock(block) || !isBlock(parentBlock) || !isSum(supply) || !isSum(reserves))
    throw failed(`${url} does not answer with the state of an audit`);
  return { block, parentBlock, supply: BigInt(supply), reserves: BigInt(reserves) };
}

const isSum = (value: unknown): value is string => typeof value === 'string' && /^-?\d{1,20}$/.test(value);

function isBlock(value: unknown): value is ServerAudit['block'] {
  const { height, hash } = (value ?? {}) as Partial<Record<string, unknown>>;
  return Number.isSafeInteger(height) && (height as number) >= 0 && typeof hash === 'string';
}

/** Compares with the audit of a server. @throws {CodedError} cli.no-server when it is of other blocks */
function compare(audit: ServerAudit, block: SideBlock, reserves: Reserves, { say }: Terminal): boolean {
  if (audit.block.hash !== block.hash || audit.parentBlock.hash !== reserves.hash)
    throw new CodedError(
      'cli.no-server',
      `the audit of the server is of other blocks (${audit.block.height}, ${audit.parentBlock.height}): run this again`,
    );
  const supply = audit.supply - block.supplySats;
  const held = audit.reserves - reserves.reserveSats;
  say(`The server's figures differ by ${supply} sats in the supply and ${held} sats in the reserves.`);
  return supply === 0n && held === 0n;
}
