import { createMempoolEngine } from '@glassblock/mempool';
import { createBlockSource, fieldsOf, type NodeClient, numberField, textField } from '@glassblock/node';
import { type OpenUtxo, openTx, type RealNode, sendAll } from '@glassblock/node/testing';
import { displayHash, networks, seededRandom } from '@glassblock/primitives';
import { mempoolSourceOf } from '../../src/threads/node-sources.ts';

/** A mempool of many shapes that a node accepts, parents before children. */
export interface GeneratedMempool {
  raws: Uint8Array[];
  /** Sats by id, for `prioritisetransaction`. */
  deltas: Map<string, number>;
}

/** Parameters of a generated mempool. */
export interface MempoolShape {
  seed: number;
  txs: number;
  /** Maximum bytes of OP_RETURN padding. */
  padding: number;
}

/** Sats of the UTXOs that mempools are made from. */
export const generatedUtxoValue = 200_000;
/** Node flags: blocks of this weight, so that a small mempool fills more than one. */
export const templateFlags = (blockWeight: number) => [
  `-blockmaxweight=${blockWeight}`,
  '-blockreservedweight=8000',
  '-checkmempool=0',
];
/** The same for our own blocks. */
const templateReserve = (blockWeight: number) => 4_000_000 - blockWeight + 8_000;
/** Nodes reject more than 25 relatives. */
const maxRelatives = 20;

interface Made {
  utxos: OpenUtxo[];
}

/**
 * Generates chains, fans, diamonds and webs, low-fee parents with high-fee children, and fee deltas.
 * @param take returns a confirmed UTXO of 200,000 sats
 */
export function generateMempool({ seed, txs, padding }: MempoolShape, take: () => OpenUtxo): GeneratedMempool {
  const random = seededRandom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const raws: Uint8Array[] = [];
  const deltas = new Map<string, number>();
  const rate = () => 1.2 + 40 * random() ** 4;

  function make(spends: readonly OpenUtxo[], outputs: number, satPerVb: number): Made {
    const funded = spends.reduce((sum, { value }) => sum + value, 0);
    const filler = random() < 0.3 ? 1 + below(padding) : 0;
    const vsize = 11 + 68 * spends.length + 43 * outputs + filler;
    const fee = Math.min(Math.floor(vsize * satPerVb), Math.floor(funded / 2));
    const each = Math.floor((funded - fee) / outputs);
    const values = Array.from({ length: outputs }, () => each);
    values[0]! += funded - fee - each * outputs;
    const { raw, txid, utxos } = openTx(spends, values, filler);
    raws.push(raw);
    if (random() < 0.02) deltas.set(displayHash(txid), Math.floor((random() - 0.3) * 20_000));
    return { utxos };
  }

  const single = () => make(Array.from({ length: 1 + below(3) }, take), 1 + below(4), rate());

  function chain(): void {
    let last = make([take()], 1, rate());
    for (let i = 2 + below(maxRelatives - 2); i > 0; i--) last = make([last.utxos[0]!], 1, rate());
  }

  function fan(): void {
    const children = 2 + below(maxRelatives - 2);
    const parent = make([take(), take()], children, rate() / 2 + 1);
    for (const utxo of parent.utxos) if (random() < 0.9) make([utxo], 1, 2 * rate());
  }

  function diamond(): void {
    const top = make([take()], 2, 1.2);
    const left = make([top.utxos[0]!, take()], 1, rate());
    const right = make([top.utxos[1]!], 2, rate());
    make([left.utxos[0]!, right.utxos[0]!], 1, 3 * rate());
  }

  function bumped(): void {
    const parent = make([take()], 2, 1.1);
    make([parent.utxos[0]!], 1, 10 + 60 * random());
  }

  function web(): void {
    const free: OpenUtxo[] = [];
    for (let i = 4 + below(maxRelatives - 4); i > 0; i--) {
      const spends = [take()];
      while (free.length > 0 && spends.length < 4 && random() < 0.7) spends.push(...free.splice(below(free.length), 1));
      free.push(...make(spends, 1 + below(3), rate()).utxos);
    }
  }

  const shapes = [single, single, single, single, single, chain, fan, diamond, bumped, bumped, web];
  while (raws.length < txs) shapes[below(shapes.length)]!();
  return { raws, deltas };
}

/**
 * Generates singles, chains, fans and webs that pay exactly one of three fee rates, by virtual size rounded up: most
 * positions are decided by the rule for ties.
 * @param take returns a confirmed UTXO of 200,000 sats
 */
export function generateTies({ seed, txs, padding }: MempoolShape, take: () => OpenUtxo): GeneratedMempool {
  const random = seededRandom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const raws: Uint8Array[] = [];

  function make(spends: readonly OpenUtxo[], outputs: number, satPerVb: number): OpenUtxo[] {
    const funded = spends.reduce((sum, { value }) => sum + value, 0);
    const filler = 1 + below(padding);
    const valuesWith = (fee: number) => {
      const each = Math.floor((funded - fee) / outputs);
      return Array.from({ length: outputs }, (_, i) => each + (i === 0 ? funded - fee - each * outputs : 0));
    };
    const { weight } = openTx(spends, valuesWith(0), filler);
    const { raw, utxos } = openTx(spends, valuesWith(satPerVb * Math.ceil(weight / 4)), filler);
    raws.push(raw);
    return utxos;
  }

  while (raws.length < txs) {
    const satPerVb = [2, 3, 7][below(3)]!;
    const shape = random();
    let [last] = make([take()], 1, satPerVb);
    if (shape < 0.2) for (let i = below(5); i > 0; i--) [last] = make([last!], 1, satPerVb);
    else if (shape < 0.4) {
      const utxos = make([last!, take()], 2 + below(3), satPerVb);
      const [first, ...rest] = utxos.map((utxo) => make([utxo], 1, satPerVb)[0]!);
      if (random() < 0.5) make([first!, ...rest], 1, satPerVb);
    }
  }
  return { raws, deltas: new Map() };
}

/** A transaction of a block template, in order; the fee includes fee deltas. */
export interface TemplateTx {
  txid: string;
  fee: number;
  weight: number;
}

/**
 * Returns the node's block template.
 * @param deltas fee deltas in sats
 */
export async function nodeTemplate(client: NodeClient, deltas: ReadonlyMap<string, number>): Promise<TemplateTx[]> {
  // the template is cached for some seconds, unless the tip moves
  await client.rpc('generateblock', 'raw(51)', []);
  const template = fieldsOf(await client.rpc('getblocktemplate', { rules: ['segwit'] }), 'getblocktemplate');
  return (template['transactions'] as Record<string, unknown>[]).map((tx) => {
    const txid = textField(tx, 'txid');
    return { txid, fee: numberField(tx, 'fee') + (deltas.get(txid) ?? 0), weight: numberField(tx, 'weight') };
  });
}

/** Sends a mempool to the node, with its fee deltas. */
export async function fillMempool(client: NodeClient, { raws, deltas }: GeneratedMempool): Promise<void> {
  await sendAll(client, raws);
  const calls = [...deltas].map(([txid, delta]) => ({ method: 'prioritisetransaction', params: [txid, 0, delta] }));
  await client.batch(calls);
}

/** Mines everything that `fillMempool` sent. */
export async function emptyMempool(node: RealNode, { deltas }: GeneratedMempool): Promise<void> {
  // transactions with a delta below the minimum fee rate would never be mined
  const calls = [...deltas].map(([txid, delta]) => ({ method: 'prioritisetransaction', params: [txid, 0, -delta] }));
  await node.client.batch(calls);
  for (;;) {
    const info = fieldsOf(await node.client.rpc('getmempoolinfo'), 'getmempoolinfo');
    if (info['size'] === 0) return;
    await node.mine(1);
  }
}

/** Our first projected block of the node's mempool, by the rule of nodes before Core 31. */
export async function ownTemplate(
  client: NodeClient,
  deltas: ReadonlyMap<string, number>,
  blockWeight: number,
): Promise<TemplateTx[]> {
  const engine = createMempoolEngine({
    source: mempoolSourceOf(client, createBlockSource(client, true), networks.regtest),
    now: () => 1_700_000_000,
    onFacts: () => {},
    onFrame: () => {},
    reservedWeight: templateReserve(blockWeight),
  });
  engine.setRounding(true);
  engine.setFeeDeltas(deltas);
  await engine.reconcile();
  engine.project({ afterBlock: false });
  const { txs } = await engine.view.projectedBlock(0);
  return txs.map(([txid, fee, vsize]) => ({ txid, fee: fee + (deltas.get(txid) ?? 0), weight: 4 * vsize }));
}

/**
 * Compares fees of both blocks, and the maximum deficit of our fee diagram in sats beyond one transaction: 0 when there
 * is none.
 */
export function compareTemplates(ours: readonly TemplateTx[], theirs: readonly TemplateTx[]) {
  const sum = (txs: readonly TemplateTx[]) => txs.reduce((total, { fee }) => total + fee, 0);
  const curve = hull(ours);
  let weight = 0;
  let fees = 0;
  let below = 0;
  const end = curve.at(-1)!.weight;
  for (const tx of theirs) {
    weight += tx.weight;
    fees += tx.fee;
    if (weight > end) break;
    below = Math.max(below, fees - tx.fee - feesAt(curve, weight));
  }
  return { ourFees: sum(ours), theirFees: sum(theirs), below };
}

interface Point {
  weight: number;
  fees: number;
}

/** The upper convex hull of the running sums. */
function hull(txs: readonly TemplateTx[]): Point[] {
  const points: Point[] = [{ weight: 0, fees: 0 }];
  let weight = 0;
  let fees = 0;
  for (const tx of txs) {
    weight += tx.weight;
    fees += tx.fee;
    for (;;) {
      const last = points.at(-1)!;
      const before = points.at(-2);
      if (before === undefined) break;
      const rising =
        (last.fees - before.fees) * (weight - last.weight) < (fees - last.fees) * (last.weight - before.weight);
      if (!rising) break;
      points.pop();
    }
    points.push({ weight, fees });
  }
  return points;
}

function feesAt(curve: readonly Point[], weight: number): number {
  const to = curve.findIndex((point) => point.weight >= weight);
  if (to <= 0) return 0;
  const a = curve[to - 1]!;
  const b = curve[to]!;
  return a.fees + ((b.fees - a.fees) * (weight - a.weight)) / (b.weight - a.weight);
}
