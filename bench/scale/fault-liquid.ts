import { createNodeClient } from '@glassblock/node';
import type { RealNode } from '@glassblock/node/testing';
import { displayHash, fromHex, readWholeTransaction, toHex } from '@glassblock/primitives';
import { confidentialAddress, elementsNetworks } from '@glassblock/primitives/elements';
import { type Blinding, loadBlinding } from '../../packages/devnode/src/elements/blinding.ts';
import type { ElementsNode } from '../../packages/devnode/src/elements/elements-node.ts';
import { p2wsh, tweakedScript } from '../../packages/devnode/src/elements/federation-scripts.ts';
import { RandomSource } from '../../packages/devnode/src/traffic/random-source.ts';
import { type FaultNetwork, routesAt, someTxid } from './fault-networks.ts';

/** A payment to the federation that is not claimed yet. */
interface Deposit {
  readonly txid: string;
  readonly valueSats: number;
  readonly claimScript: Uint8Array;
  /** Output script. */
  readonly script: Uint8Array;
}

/** Confirmations on the parent chain; Elements demands as many. */
const claimDepth = 8;
const minDepositSats = 1_000_000;

/** Returns functions that pay to the federation on the parent chain, and claim payments that are deep enough. */
function createPegIns(node: RealNode, elements: ElementsNode, { zkp }: Blinding, random: () => number) {
  const { username, password, origin } = new URL(elements.rpcUrl);
  const client = createNodeClient({ origin, user: username, password, connections: 1 });
  const deposits: Deposit[] = [];
  return {
    async deposit(): Promise<void> {
      const { current_fedpegscripts: scripts } = (await client.rpc('getsidechaininfo')) as Record<string, string[]>;
      const claimScript = elements.wallet.claimScript();
      const script = p2wsh(tweakedScript(fromHex(scripts![0]!), claimScript, zkp));
      const { address } = (await node.client.rpc('decodescript', toHex(script))) as { address: string };
      const valueSats = minDepositSats + Math.floor(random() * minDepositSats);
      const txid = await node.pay(address, Number((valueSats / 1e8).toFixed(8)), { feeRate: 25 });
      deposits.push({ txid, valueSats, claimScript, script });
    },
    async claim(): Promise<void> {
      const [first] = deposits;
      if (first === undefined) return;
      const { txid, valueSats, claimScript } = first;
      const { confirmations, blockhash, hex } = (await node.client.rpc('gettransaction', txid)) as {
        confirmations: number;
        blockhash?: string;
        hex: string;
      };
      if (blockhash === undefined || confirmations < claimDepth) return;
      const { height } = (await node.client.rpc('getblockheader', blockhash)) as { height: number };
      const parentTx = fromHex(hex);
      const outputs = readWholeTransaction(parentTx).outputs();
      const vout = outputs.findIndex(({ script }) => toHex(script) === toHex(first.script));
      const merkleBlock = fromHex(String(await node.client.rpc('gettxoutproof', [txid], blockhash)));
      deposits.shift();
      const outpoint = { txid, vout };
      elements.chain.accept(elements.wallet.pegIn({ outpoint, valueSats, claimScript, height, parentTx, merkleBlock }));
    },
  };
}

/**
 * Creates Liquid: in twelve seconds six transactions and a block, sometimes a reorg of two blocks, and deposits on the
 * parent chain that are claimed.
 */
export async function createLiquid(
  node: RealNode,
  elements: ElementsNode,
  random: () => number,
  current: () => string,
): Promise<FaultNetwork> {
  const { path } = elementsNetworks.liquidregtest;
  const prefix = `/${path}`;
  const sent = new Map<string, string>();
  const counts = { blocks: 0, reorgs: 0 };
  const blinding = await loadBlinding(new RandomSource(1));
  const pegIns = createPegIns(node, elements, blinding, random);
  elements.chain.listen((event) => {
    // those of a reorg are added again
    if (event.kind === 'mempool' && event.type === 'added' && !sent.has(event.txid)) sent.set(event.txid, current());
  });
  const asset = displayHash(elements.wallet.issued[0]!.assetId);
  const address = addressOf(elements, blinding);

  return {
    name: 'Liquid',
    prefix,
    sent,
    counts,
    load: {
      Liquid: ['/api/blocks/tip/height', '/api/v1/blocks', '/api/mempool', '/api/blocks'],
      audit: ['/api/v1/liquid/reserves', '/api/glass/v1/liquid/audit'],
    },
    whole: ['/api/mempool', '/api/v1/blocks', '/api/glass/v1/liquid/audit'],
    async step(n) {
      const part = n % 24;
      if (n % 48 === 20) await pegIns.deposit();
      if (part === 6) await pegIns.claim();
      // the recorder reads the mempool every two seconds: the last transaction comes five seconds before the block
      if (part >= 2 && part <= 12 && part % 2 === 0) elements.commands.emitTraffic(1);
      if (part !== 0) return;
      counts.blocks++;
      if (n % 240 === 120) {
        elements.commands.disconnect(2);
        elements.commands.mine(3);
        counts.reorgs++;
      } else elements.commands.mine(1);
    },
    height: async () => elements.chain.height,
    mine: async () => void elements.commands.mine(1),
    async isBest(hash) {
      const block = elements.chain.block(hash);
      return block !== undefined && elements.chain.isActive(block);
    },
    compared(n, tip) {
      const start = 1 + (n % 15);
      const txid = someTxid(sent, n);
      const ofChain = [
        ...['/api/blocks', `/api/block-height/${start}`, `/api/blocks/${start}`, '/api/v1/liquid/pegs/count'],
        ...['', '/txids', '/status', '/txs/0'].map((part) => `/api/block/${tip}${part}`),
      ];
      const ofMempool = [
        ...['', '/status', '/outspends', '/merkle-proof'].map((part) => `/api/tx/${txid}${part}`),
        ...['', '/txs/chain', '/utxo'].map((part) => `/api/address/${address}${part}`),
        ...['', '/txs/chain', '/supply'].map((part) => `/api/asset/${asset}${part}`),
        `/api/v1/cpfp/${txid}`,
      ];
      const liquid = ['pegs', 'pegs/month', 'pegs/list/0', 'reserves', 'reserves/month', 'reserves/addresses'];
      const glass = ['audit', 'peg-outs/unmatched', 'peg-ins/unmatched', 'federation/outputs', 'federation/events'];
      const ofAudit = [
        ...[...liquid, 'reserves/utxos'].map((name) => `/api/v1/liquid/${name}`),
        ...[...glass, 'reserves/deficits'].map((name) => `/api/glass/v1/liquid/${name}`),
      ];
      return [
        ...routesAt(ofChain, 'tip', false),
        ...routesAt(ofMempool, 'tip', true),
        ...routesAt(ofAudit, 'audit', false),
      ];
    },
  };
}

/** Returns an address that payments reach now and then. */
function addressOf({ wallet }: ElementsNode, { zkp }: Blinding): string {
  const script = wallet.claimScript();
  const key = zkp.ecc.pointFromScalar(wallet.blindingKeyOf(script), true)!;
  return confidentialAddress(script, key, elementsNetworks.liquidregtest)!;
}
