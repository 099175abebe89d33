/**
 * Compares the explorer with a real Elements node, field by field:
 *
 *     scripts/try-elementsd /path/to/elementsd     # starts it with a chain of its own, in a temporary directory
 *     scripts/try-elementsd http://user:password@127.0.0.1:7041 [liquidregtest]    # a running node, read only
 *     scripts/try-elementsd --simulated            # the simulated node instead of elementsd: tries this script itself
 *
 * Every block and transaction of the chain is compared with `getblock H 2`, headers with their signatures and federation
 * parameters with `getblockheader H`, the mempool with `getrawmempool`, addresses with `validateaddress`. Totals,
 * histories and unspent outputs of every script, supplies of every asset and the list of pegs are compared with what the
 * node's blocks add up to without an index, unspent outputs with `gettxout` and `gettxoutsetinfo` too. With a binary it
 * also makes confidential and explicit transfers, an issuance, a reissuance, a burn and a reorg. Prints each difference,
 * and unanswered calls, and exits with 1 if there is a difference, with 2 and a sentence if it cannot compare. Pegs need a
 * parent node, and are compared
 * on a running node only. It keeps the whole chain in memory: for test chains.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createNodeClient, type NodeClient, parseNodeUrl } from '@glassblock/node';
import { freePorts } from '@glassblock/node/testing';
import { hashFromDisplay, isCoded } from '@glassblock/primitives';
import { type ElementsNetworkName, elementsNetworks } from '@glassblock/primitives/elements';
import { pino } from 'pino';
import { type Explorer, loadConfig, startExplorer } from '../../src/index.ts';
import { compareHeader } from './elements/compare-headers.ts';
import { ask, compareAddress, compareScripts, compareSupplies, readNodeFacts } from './elements/compare-index.ts';
import { createComparison, type Get, type Json } from './elements/comparison.ts';

/** An output as `getblock H 2` has it. */
interface NodeOutput {
  value?: number;
  asset?: string;
  valuecommitment?: string;
  assetcommitment?: string;
  scriptPubKey: { hex: string; address?: string; type: string; pegout_hex?: string };
}

interface NodeTx {
  txid: string;
  size: number;
  weight: number;
  discountvsize?: number;
  discountweight?: number;
  fee: Record<string, number>;
  vin: { txid?: string; vout?: number; is_pegin?: boolean; issuance?: { asset: string; assetEntropy: string } }[];
  vout: NodeOutput[];
}

interface NodeBlock {
  hash: string;
  height: number;
  time: number;
  mediantime: number;
  size: number;
  weight: number;
  merkleroot: string;
  nTx: number;
  tx: NodeTx[];
}

const timeoutMs = 120_000;
const comparison = createComparison((line) => void process.stdout.write(`${line}\n`));
const { equal } = comparison;

const sats = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * 1e8));

function compareTx(ours: Json, theirs: NodeTx, native: string, isCoinbase: boolean): void {
  const name = (field: string) => `transaction ${theirs.txid} ${field}`;
  equal(name('size'), ours['size'], theirs.size);
  equal(name('weight'), ours['weight'], theirs.weight);
  if (theirs.discountvsize !== undefined) equal(name('discount_vsize'), ours['discount_vsize'], theirs.discountvsize);
  if (theirs.discountweight !== undefined)
    equal(name('discount_weight'), ours['discount_weight'], theirs.discountweight);
  equal(name('fee'), ours['fee'], isCoinbase ? 0 : (sats(theirs.fee[native]) ?? 0));
  const [inputs, outputs] = [ours['vin'] as Json[], ours['vout'] as Json[]];
  equal(name('vin'), inputs.length, theirs.vin.length);
  for (const [i, { txid, vout, is_pegin: isPegIn, issuance }] of theirs.vin.entries()) {
    const input = inputs[i]!;
    if (txid !== undefined) equal(name(`vin ${i}`), [input['txid'], input['vout']], [txid, vout]);
    equal(name(`vin ${i} is_pegin`), input['is_pegin'], isPegIn ?? false);
    const issued = input['issuance'] as Json | undefined;
    equal(name(`vin ${i} asset`), issued?.['asset_id'], issuance?.asset);
    equal(name(`vin ${i} entropy`), issued?.['asset_entropy'], issuance?.assetEntropy);
  }
  equal(name('vout'), outputs.length, theirs.vout.length);
  for (const [i, output] of theirs.vout.entries()) {
    const own = outputs[i]!;
    const { hex, address, type, pegout_hex: pegOut } = output.scriptPubKey;
    equal(name(`vout ${i} value`), own['value'], sats(output.value));
    equal(name(`vout ${i} asset`), own['asset'], output.asset);
    equal(name(`vout ${i} valuecommitment`), own['valuecommitment'], output.valuecommitment);
    equal(name(`vout ${i} assetcommitment`), own['assetcommitment'], output.assetcommitment);
    equal(name(`vout ${i} script`), own['scriptpubkey'], hex);
    equal(name(`vout ${i} address`), own['scriptpubkey_address'], address);
    equal(name(`vout ${i} is a fee`), own['scriptpubkey_type'] === 'fee', type === 'fee');
    equal(name(`vout ${i} pegout`), (own['pegout'] as Json | undefined)?.['scriptpubkey'], pegOut);
  }
}

/** Compares all blocks, then their sums, then the mempool. */
async function compareChain(client: NodeClient, get: Get, name: string): Promise<void> {
  const { pegged_asset: native } = (await client.rpc('getsidechaininfo')) as { pegged_asset: string };
  await compareBlocks(client, get, native);
  const network = { ...elementsNetworks[name as ElementsNetworkName], nativeAsset: hashFromDisplay(native) };
  const facts = await readNodeFacts(client, network);
  await compareScripts(facts, { client, get, comparison, network });
  await compareSupplies(facts, { get, comparison, network });
  const ids = (await client.rpc('getrawmempool')) as string[];
  equal('mempool', ((await get('/mempool/txids')) as string[]).toSorted(), ids.toSorted());
  for (const txid of ids) {
    const tx = (await ask(client, comparison, 'getrawtransaction', txid, true)) as NodeTx | undefined;
    if (tx !== undefined) compareTx((await get(`/tx/${txid}`)) as Json, tx, native, false);
  }
}

async function compareBlocks(client: NodeClient, get: Get, native: string): Promise<void> {
  const height = Number(await client.rpc('getblockcount'));
  for (let at = 0; at <= height; at++) {
    const hash = String(await client.rpc('getblockhash', at));
    equal(`block ${at} hash`, await get(`/block-height/${at}`), hash);
    equal(`block ${at} header`, await get(`/block/${hash}/header`), await client.rpc('getblockheader', hash, false));
    const theirs = (await ask(client, comparison, 'getblock', hash, 2)) as NodeBlock | string | undefined;
    const header = (await ask(client, comparison, 'getblockheader', hash, true)) as Json | string | undefined;
    if (typeof theirs !== 'object' || typeof header !== 'object') {
      comparison.leaveOut('fields of blocks: the node answers with bytes');
      continue;
    }
    await compareHeader(hash, header, { get, comparison });
    const ours = (await get(`/block/${hash}`)) as Json;
    const fields = { height: at, timestamp: theirs.time, mediantime: theirs.mediantime, size: theirs.size };
    const more = { weight: theirs.weight, merkle_root: theirs.merkleroot, tx_count: theirs.nTx };
    for (const [field, value] of Object.entries({ ...fields, ...more }))
      equal(`block ${at} ${field}`, ours[field], value);
    equal(
      `block ${at} txids`,
      await get(`/block/${hash}/txids`),
      theirs.tx.map(({ txid }) => txid),
    );
    for (const [i, tx] of theirs.tx.entries()) compareTx((await get(`/tx/${tx.txid}`)) as Json, tx, native, i === 0);
  }
}

/** Waits until the explorer has the tip of the node. */
async function followed(client: NodeClient, get: Get): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const tip = await client.rpc('getbestblockhash');
    if ((await get('/blocks/tip/hash').catch(() => undefined)) === tip) return;
    if (Date.now() > deadline) throw new Problem('The explorer does not reach the tip of the node.');
    await pause(200);
  }
}

async function withExplorer(address: string, network: string, work: (get: Get) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-try-elementsd-'));
  const config = loadConfig({ liquid: address, liquidNetwork: network, dataDir: directory, port: '0' }, {});
  let explorer: Explorer | undefined;
  try {
    explorer = await startExplorer({
      config: { ...config, requestsPerMinute: 0 },
      web: undefined,
      log: pino({ level: 'warn' }),
      onFatal(error) {
        throw error;
      },
    });
    const base = `${explorer.url}${elementsNetworks[network as ElementsNetworkName].path}/api`;
    await work(async (path) => {
      const response = await fetch(base + path);
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
    });
  } finally {
    await explorer?.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Makes transfers, an issuance, a reissuance and a burn, one block each. */
async function makeChain(client: NodeClient): Promise<void> {
  await client.rpc('createwallet', 'try');
  await client.rpc('rescanblockchain');
  const address = () => client.rpc('getnewaddress');
  const mine = async () => client.rpc('generatetoaddress', 1, await address());
  await mine();
  await client.rpc('sendtoaddress', await address(), 1_000);
  await mine();
  const confidential = (await client.rpc('getaddressinfo', await address())) as { unconfidential: string };
  await client.rpc('sendtoaddress', confidential.unconfidential, 10);
  await mine();
  const explicit = (await client.rpc('issueasset', 100, 1, false)) as { asset: string };
  await client.rpc('issueasset', 50, 1, true);
  await mine();
  await client.rpc('reissueasset', explicit.asset, 5);
  await mine();
  await client.rpc('destroyamount', explicit.asset, 2);
  await mine();
  await client.rpc('sendtoaddress', await address(), 3);
}

/** @param command program and its first arguments */
async function tryBinary([program = '', ...first]: readonly string[], network: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-elementsd-'));
  const [port, zmqPort] = (await freePorts(2)) as [number, number];
  const options = [
    ...first,
    `-datadir=${directory}`,
    ...['-chain=liquidregtest', '-server=1', '-rest=1', '-txindex=1', '-listen=0', '-dnsseed=0', '-validatepegin=0'],
    ...['-initialfreecoins=2100000000000000', '-con_connect_genesis_outputs=1', '-anyonecanspendaremine=1'],
    ...['-con_blocksubsidy=0', '-signblockscript=51', '-acceptdiscountct=1', '-fallbackfee=0.00000100'],
    ...['-rpcuser=try', '-rpcpassword=try', `-rpcport=${port}`, `-zmqpubsequence=tcp://127.0.0.1:${zmqPort}`],
  ];
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = endOf(child, program);
  const address = `http://try:try@127.0.0.1:${port}`;
  const client = createNodeClient(parseNodeUrl(address));
  try {
    await Promise.race([ready(client), exited.then((reason) => Promise.reject(new Problem(reason)))]);
    await makeChain(client);
    await withExplorer(address, network, async (get) => {
      await followed(client, get);
      await compareChain(client, get, network);
      for (const kind of ['bech32', 'p2sh-segwit', 'legacy']) {
        const address = String(await client.rpc('getnewaddress', '', kind));
        await compareAddress(address, { client, get, comparison });
      }
      const height = Number(await client.rpc('getblockcount'));
      await client.rpc('invalidateblock', await client.rpc('getblockhash', height - 3));
      await followed(client, get);
      await compareChain(client, get, network);
      await client.rpc('generatetoaddress', 5, await client.rpc('getnewaddress'));
      await followed(client, get);
      await compareChain(client, get, network);
    });
  } finally {
    await client.close();
    child.kill('SIGTERM');
    await exited;
    await rm(directory, { recursive: true, force: true });
  }
}

/** Why nothing can be compared: one sentence for the caller. */
class Problem extends Error {}

/** Waits for the end of a program. @returns how it ended */
function endOf(child: ChildProcess, program: string): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(`${program} cannot be started: ${error.code}.`));
    child.once('exit', (code, signal) =>
      resolve(`${program} ended with ${code === null ? signal : `exit code ${code}`} before it answered.`),
    );
  });
}

/** Waits until the node answers. */
async function ready(client: NodeClient): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      await client.rpc('getblockchaininfo');
      return;
    } catch (error) {
      if (!isCoded(error) || Date.now() > deadline) throw error;
      await pause(500);
    }
  }
}

async function tryRunning(address: string, network: string): Promise<void> {
  const client = createNodeClient(parseNodeUrl(address));
  try {
    await client.rpc('getblockchaininfo');
    await withExplorer(address, network, async (get) => {
      await followed(client, get);
      await compareChain(client, get, network);
    });
  } finally {
    await client.close();
  }
}

const simulated = fileURLToPath(new URL('elements/simulated-elementsd.ts', import.meta.url));

async function run(args: readonly string[]): Promise<void> {
  const [target = '', network = 'liquidregtest', ...more] = args;
  if (target === '' || more.length > 0)
    throw new Problem('Pass the path of elementsd, the URL of a running node and its network, or --simulated.');
  if (!Object.hasOwn(elementsNetworks, network))
    throw new Problem(`No network ${network}: one of ${Object.keys(elementsNetworks).join(', ')}.`);
  if (target === '--simulated') await tryBinary([process.execPath, simulated], 'liquiddemo');
  else if (/^https?:/.test(target)) await tryRunning(target, network);
  else await tryBinary([target], 'liquidregtest');
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Problem) && !isCoded(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
for (const what of comparison.leftOut) process.stdout.write(`not compared: ${what}\n`);
process.stdout.write(`${comparison.compared} fields compared, ${comparison.differences} differences\n`);
process.exitCode = comparison.differences === 0 ? 0 : 1;
