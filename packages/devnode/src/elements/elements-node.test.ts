import { createElementsBlockSource, createNodeClient, parseNodeUrl, probeElementsNode } from '@glassblock/node';
import {
  addressOf,
  displayHash,
  equalBytes,
  fromHex,
  merkleRoot,
  networks,
  readTransaction,
  sha256,
  toHex,
} from '@glassblock/primitives';
import {
  contractHash,
  type ElementsOutput,
  type ElementsTransaction,
  elementsFee,
  elementsNetworks,
  isCommitment,
  issuedAsset,
  pegInOf,
  pegOutOf,
} from '@glassblock/primitives/elements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnode, type Devnode } from '../devnode.ts';
import type { CourseTarget } from '../lightning/lightning-course.ts';
import type { MempoolEntry } from '../state/mempool-state.ts';
import { createKeyring } from '../traffic/keyring.ts';
import { RandomSource } from '../traffic/random-source.ts';
import { SpendableUtxos } from '../traffic/spendable-utxos.ts';
import { TrafficWallet } from '../traffic/traffic-wallet.ts';
import { type Blinding, loadBlinding } from './blinding.ts';
import type { ElementsNode } from './elements-node.ts';

const { liquiddemo } = elementsNetworks;
const native = displayHash(liquiddemo.nativeAsset);
/** Order of the curve. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let node: Devnode;
let elements: ElementsNode;
let blinding: Blinding;
let txs: { tx: ElementsTransaction; height: number }[];
let outputs: Map<string, ElementsOutput>;

beforeAll(async () => {
  node = await createDevnode({
    profile: 'core31',
    seed: 7,
    live: false,
    course: 'mainnet',
    mempoolSize: 10,
    elements: {},
  });
  elements = node.elements!;
  blinding = await loadBlinding(new RandomSource(1));
  const { chain } = elements;
  const heights = Array.from({ length: chain.height + 1 }, (_, height) => height);
  txs = heights.flatMap((height) => chain.at(height)!.block.txs.map((tx) => ({ tx, height })));
  outputs = new Map(
    txs.flatMap(({ tx }) => tx.outputs().map((output, vout) => [`${displayHash(tx.txid)}:${vout}`, output])),
  );
});
afterAll(() => node.stop());

interface Opened {
  asset: string;
  value: bigint;
  /** Sum of the committed blinders: value times asset blinder, plus value blinder. */
  blinder: bigint;
}

/** A wallet without outputs: the federation spends its own. */
function walletOf({ state }: Devnode): TrafficWallet {
  const [keyring, random] = [createKeyring(7), new RandomSource(2)];
  return new TrafficWallet({ node: state, utxos: new SpendableUtxos(state, keyring), keyring, random });
}

const scalar = (bytes: Uint8Array) => BigInt(`0x${toHex(bytes)}`);

const known = new Map<ElementsOutput, Opened>();

/** Opens an output with the key of the wallet. */
function open(output: ElementsOutput): Opened {
  const opened = known.get(output) ?? opening(output);
  known.set(output, opened);
  return opened;
}

function opening(output: ElementsOutput): Opened {
  const { value, assetId, script } = output;
  if (assetId !== undefined && value !== undefined && !isCommitment(value)) {
    return { asset: displayHash(assetId), value: BigInt(value), blinder: 0n };
  }
  const { zkp } = blinding;
  const nonce = sha256(zkp.ecdh(output.nonce!, elements.wallet.blindingKeyOf(script)));
  const opened = zkp.rangeproof.rewind(output.rangeProof, value as Uint8Array, output.assetCommitment!, nonce, script);
  const asset = opened.message.slice(0, 32);
  const assetBlinder = opened.message.slice(32, 64);
  const amount = BigInt(opened.value);
  expect(toHex(zkp.generator.generateBlinded(asset, assetBlinder))).toBe(toHex(output.assetCommitment!));
  return {
    asset: displayHash(asset),
    value: amount,
    blinder: (amount * scalar(assetBlinder) + scalar(opened.blinder)) % order,
  };
}

const prevoutOf = (tx: ElementsTransaction, vin: number) => {
  const { prevTxid, prevVout } = tx.input(vin);
  return outputs.get(`${displayHash(prevTxid)}:${prevVout}`)!;
};

describe('the simulated Elements chain', () => {
  it('links its blocks, and each has the merkle root of its transactions', () => {
    const { chain } = elements;
    expect(chain.at(0)!.hash).toBe(liquiddemo.genesisHash);
    for (let height = 1; height <= chain.height; height++) {
      const { block } = chain.at(height)!;
      expect(displayHash(block.header.prevHash)).toBe(chain.at(height - 1)!.hash);
      expect(block.header.height).toBe(height);
      expect(equalBytes(block.header.merkleRoot, merkleRoot(block.txs.map(({ txid }) => txid)))).toBe(true);
      expect(block.header.time).toBeGreaterThan(chain.at(height - 1)!.block.header.time);
    }
  });

  it('has signed headers, then full parameters at the start of each epoch and a second federation', () => {
    const kinds = new Map<string, number>();
    const scripts = new Set<string>();
    for (let height = 1; height <= elements.chain.height; height++) {
      const { proof } = elements.chain.at(height)!.block.header;
      const kind = proof.type === 'signed' ? 'signed' : proof.current.type;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (proof.type === 'dynafed' && proof.current.type === 'full') scripts.add(toHex(proof.current.fedpegScript));
    }
    expect([...kinds.keys()]).toEqual(['signed', 'full', 'compact']);
    expect(scripts.size).toBe(2);
  });

  it('has every kind of event', () => {
    const kinds = new Set<string>();
    for (const { tx } of txs) {
      for (const input of tx.inputs()) {
        if (input.isPegIn) kinds.add('peg-in');
        if (input.issuance === undefined) continue;
        const { isReissuance } = issuedAsset(input.prevTxid, input.prevVout, input.issuance);
        kinds.add(isReissuance ? 'reissuance' : 'issuance');
      }
      for (const { script, value, assetId } of tx.outputs()) {
        if (assetId === undefined) kinds.add('confidential');
        if (script[0] !== 0x6a || typeof value !== 'number' || value === 0) continue;
        kinds.add(
          pegOutOf(script) !== undefined ? 'peg-out' : displayHash(assetId!) === native ? 'burn' : 'asset burn',
        );
      }
    }
    expect([...kinds].sort()).toEqual(
      ['asset burn', 'burn', 'confidential', 'issuance', 'peg-in', 'peg-out', 'reissuance'].sort(),
    );
  });

  it('has range proofs and surjection proofs that verify', () => {
    const { zkp } = blinding;
    let proofs = 0;
    for (const { tx } of txs) {
      const generators = tx.inputs().flatMap((input, vin) => {
        const own = input.isPegIn || tx.isCoinbase ? liquiddemo.nativeAsset : undefined;
        const spent = own === undefined ? prevoutOf(tx, vin) : undefined;
        const first = spent?.assetCommitment ?? zkp.generator.generate(own ?? spent!.assetId!);
        if (input.issuance === undefined) return [first];
        const { assetId, tokenId, isReissuance } = issuedAsset(input.prevTxid, input.prevVout, input.issuance);
        const issued = [first, zkp.generator.generate(assetId)];
        return isReissuance ? issued : [...issued, zkp.generator.generate(tokenId)];
      });
      for (const output of tx.outputs()) {
        if (output.assetCommitment === undefined) continue;
        proofs++;
        const { value, assetCommitment, rangeProof, surjectionProof, script } = output;
        expect(zkp.rangeproof.verify(rangeProof, value as Uint8Array, assetCommitment, script)).toBe(true);
        expect(zkp.surjectionproof.verify(surjectionProof, generators, assetCommitment)).toBe(true);
      }
    }
    expect(proofs).toBeGreaterThan(10);
  });

  it('balances in every transaction, for each asset and for the blinders', () => {
    for (const { tx } of txs) {
      if (tx.isCoinbase) continue;
      const sums = new Map<string, bigint>();
      const add = (asset: string, value: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + value);
      let blinders = 0n;
      tx.inputs().forEach((input, vin) => {
        if (input.isPegIn) add(native, BigInt(pegInOf(input)!.value as number));
        else {
          const { asset, value, blinder } = open(prevoutOf(tx, vin));
          add(asset, value);
          blinders += blinder;
        }
        if (input.issuance === undefined) return;
        const { assetId, tokenId } = issuedAsset(input.prevTxid, input.prevVout, input.issuance);
        const { amount, tokenAmount } = input.issuance;
        if (amount !== undefined) add(displayHash(assetId), BigInt(amount as number));
        if (tokenAmount !== undefined) add(displayHash(tokenId), BigInt(tokenAmount as number));
      });
      for (let vout = 0; vout < tx.outputCount; vout++) {
        const { asset, value, blinder } = open(outputs.get(`${displayHash(tx.txid)}:${vout}`)!);
        add(asset, -value);
        blinders -= blinder;
      }
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
      expect(((blinders % order) + order) % order).toBe(0n);
      expect(elementsFee(tx, liquiddemo.nativeAsset)).toBeGreaterThan(0);
    }
  });

  it('claims outputs of the parent chain that exist, each once', () => {
    const claimed = new Set<string>();
    for (const { tx } of txs) {
      for (const input of tx.inputs()) {
        if (!input.isPegIn) continue;
        const { parentTx, parentTxid, parentVout, value, genesisHash } = pegInOf(input)!;
        const parent = readTransaction(parentTx, 0);
        expect(displayHash(parent.txid)).toBe(displayHash(parentTxid));
        expect(parent.output(parentVout).value).toBe(value);
        expect(displayHash(genesisHash)).toBe(networks.demo.genesisHash);
        claimed.add(`${displayHash(parentTxid)}:${parentVout}`);
      }
    }
    expect(claimed.size).toBeGreaterThan(10);
    expect(claimed.size).toBe(txs.filter(({ tx }) => tx.inputs().some(({ isPegIn }) => isPegIn)).length);
  });

  it('pays peg-outs of the live chain within two blocks of the parent chain', () => {
    const { chain } = node.state;
    const wallet = walletOf(node);
    const sent: MempoolEntry[] = [];
    const target: CourseTarget = { wallet, feeRate: () => 4, add: (entries) => sent.push(...entries) };
    const requested: string[] = [];
    for (let left = 40; left > 0; left--) {
      elements.commands.emitTraffic();
      const [tx] = [...elements.chain.mempool.values()].slice(-1);
      for (const { script } of tx?.outputs() ?? []) {
        const pegOut = pegOutOf(script);
        if (pegOut !== undefined) requested.push(toHex(pegOut.script));
      }
    }
    elements.commands.mine();
    expect(requested.length).toBeGreaterThan(2);
    // the last payment of the past may be one block old
    for (const ahead of [1, 2]) elements.step(target, chain.height + ahead, 1_790_000_000, true);
    const paid = new Set(sent.flatMap(({ tx }) => tx.outputs().map(({ script }) => toHex(script))));
    expect(requested.filter((script) => !paid.has(script))).toEqual([]);
    node.commands.mine();
  });

  it('answers the probe, blocks by RPC and REST, and transactions', async () => {
    const client = createNodeClient(parseNodeUrl(elements.rpcUrl));
    const facts = await probeElementsNode(client);
    expect(facts).toMatchObject({ chain: 'liquiddemo', sidechain: { peggedAsset: liquiddemo.nativeAsset } });
    expect(facts.sidechain!.parentGenesisHash).toBe(networks.demo.genesisHash);
    expect(facts.sidechain!.fedpegScripts).toHaveLength(2);
    const hash = fromHex(elements.chain.tip.hash).reverse();
    for (const rest of [false, true]) {
      const { block, spent } = await createElementsBlockSource(client, rest).blockWithSpent(hash);
      expect(displayHash(block.hash)).toBe(elements.chain.tip.hash);
      expect(spent).toHaveLength(block.txs.length);
    }
    await client.close();
  });

  it('has a registry of its assets, whose issuers committed to the contracts', () => {
    const issued = txs.flatMap(({ tx }) => tx.inputs().filter(({ issuance }) => issuance !== undefined));
    const registry = elements.registry();
    for (const { prevTxid, prevVout, issuance } of issued) {
      const { assetId, contractHash: committed, isReissuance } = issuedAsset(prevTxid, prevVout, issuance!);
      const entry = registry[displayHash(assetId)]!;
      if (!isReissuance) expect(toHex(committed!)).toBe(toHex(contractHash({ ...entry.contract })));
    }
    expect(new Set(Object.values(registry).map(({ ticker }) => ticker)).size).toBe(elements.wallet.issued.length);
  });

  it('answers `validateaddress` for addresses of the parent chain and of no chain', async () => {
    const client = createNodeClient(parseNodeUrl(elements.rpcUrl));
    const script = fromHex('0014751e76e8199196d454941c45d1b3a323f1433bd6');
    const address = addressOf(script, networks.demo)!;
    expect(await client.rpc('validateaddress', address)).toEqual({
      isvalid: false,
      isvalid_parent: true,
      parent_address_info: {
        address,
        scriptPubKey: toHex(script),
        isscript: false,
        iswitness: true,
        witness_version: 0,
        witness_program: toHex(script.subarray(2)),
        confidential_key: '',
        unconfidential: addressOf(script, liquiddemo),
      },
    });
    const neither = await client.rpc('validateaddress', 'abc');
    expect(neither).toMatchObject({ isvalid: false, isvalid_parent: false, error: expect.any(String) });
    await client.close();
  });

  it('reports the fees of its mempool', async () => {
    const client = createNodeClient(parseNodeUrl(elements.rpcUrl));
    elements.commands.emitTraffic(2);
    const fees = [...elements.chain.mempool.values()].map((tx) => elementsFee(tx, liquiddemo.nativeAsset));
    expect(fees.length).toBeGreaterThan(0);
    const total = fees.reduce((sum, fee) => sum + fee, 0);
    expect(await client.rpc('getmempoolinfo')).toMatchObject({ size: fees.length, total_fee: total / 1e8 });
    elements.commands.mine();
    await client.close();
  });

  it('accepts transactions into the mempool, mines them, and returns them after a reorg', () => {
    const { chain, commands } = elements;
    const before = chain.tip;
    commands.emitTraffic(3);
    const ids = [...chain.mempool.keys()];
    expect(ids.length).toBeGreaterThan(0);
    const [hash] = commands.mine();
    expect(chain.mempool.size).toBe(0);
    expect(chain.tip.hash).toBe(hash);
    commands.disconnect();
    expect(chain.tip).toBe(before);
    expect([...chain.mempool.keys()]).toEqual(ids);
    commands.mine();
    // the second block spends outputs of the first one
    commands.emitTraffic(2);
    const newer = [...chain.mempool.keys()];
    commands.mine();
    commands.disconnect(2);
    expect([...chain.mempool.keys()]).toEqual([...ids, ...newer]);
    commands.mine();
    expect(chain.confirmed(ids[0]!)?.hash).toBe(chain.tip.hash);
    expect(() => chain.accept(chain.tip.block.txs[1]!.raw)).toThrow('bad-txns-inputs-missingorspent');
  });
});
