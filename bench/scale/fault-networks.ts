import type { RealNode } from '@glassblock/node/testing';

/** A route whose answers are compared with those of the single process. */
export interface ComparedRoute {
  /** Without the path of the network. */
  readonly path: string;
  /** Both processes must be at the same block, or have audited the same blocks of both chains. */
  readonly at: 'tip' | 'audit';
  /** A transaction reaches two processes at different times: the comparison is repeated. */
  readonly hasMempool: boolean;
}

/** A network under faults: what arrives there, and what is compared. */
export interface FaultNetwork {
  readonly name: string;
  /** Path of the network, before `/api`. */
  readonly prefix: string;
  /** The fault during which each transaction was sent, by txid, oldest first. */
  readonly sent: ReadonlyMap<string, string>;
  readonly counts: { blocks: number; reorgs: number };
  /** Routes that are requested all the time, in groups whose errors are counted apart. */
  readonly load: Readonly<Record<string, readonly string[]>>;
  /** Routes that a serving process answers when it is whole. */
  readonly whole: readonly string[];
  /** Sends transactions and blocks. @param n number of the half second, from 1 */
  step(n: number): Promise<void>;
  height(): Promise<number>;
  mine(): Promise<void>;
  /** Returns whether a block is in the best chain. */
  isBest(hash: string): Promise<boolean>;
  /** @param tip hash of the present tip */
  compared(n: number, tip: string): readonly ComparedRoute[];
}

/** Returns the routes for paths. */
export const routesAt = (
  paths: readonly string[],
  at: ComparedRoute['at'],
  hasMempool: boolean,
): readonly ComparedRoute[] => paths.map((path) => ({ path, at, hasMempool }));

/** Returns one of the transactions, another one for each number. */
export function someTxid(sent: ReadonlyMap<string, string>, n: number): string {
  const txids = [...sent.keys()];
  return txids[Math.floor((txids.length * ((n * 7) % 100)) / 100)] ?? '00'.repeat(32);
}

/** Creates Bitcoin: a payment every half second, a block every four seconds, sometimes a reorg of two blocks. */
export async function createBitcoin(
  node: RealNode,
  random: () => number,
  current: () => string,
): Promise<FaultNetwork> {
  const address = await node.newAddress();
  const sent = new Map<string, string>();
  const counts = { blocks: 0, reorgs: 0 };
  const height = async () => Number(await node.client.rpc('getblockcount'));

  async function reorganize(): Promise<void> {
    await node.client.rpc('invalidateblock', String(await node.client.rpc('getblockhash', (await height()) - 1)));
    await node.mine(3);
    counts.reorgs++;
  }

  return {
    name: 'Bitcoin',
    prefix: '',
    sent,
    counts,
    load: {
      Bitcoin: ['/api/blocks/tip/height', '/api/v1/blocks', '/api/mempool', '/api/v1/fees/recommended', '/api/blocks'],
    },
    whole: ['/api/mempool', '/api/v1/blocks'],
    async step(n) {
      // a transaction that is mined at once may never be in a mirror of the mempool
      if (n % 8 === 1 && n > 1) {
        counts.blocks++;
        await (n % 120 === 1 ? reorganize() : node.mine(1));
      }
      sent.set(await node.pay(address, 0.001 + random() / 100, { feeRate: 2 + Math.floor(random() * 20) }), current());
    },
    height,
    mine: async () => void (await node.mine(1)),
    async isBest(hash) {
      const { confirmations } = (await node.client.rpc('getblockheader', hash)) as { confirmations: number };
      return confirmations > 0;
    },
    compared(n, tip) {
      const start = 100 + (n % 20);
      const txid = someTxid(sent, n);
      const ofMempool = [
        ...['', '/status', '/outspends', '/merkle-proof'].map((part) => `/api/tx/${txid}${part}`),
        ...['', '/txs/chain', '/utxo'].map((part) => `/api/address/${address}${part}`),
        `/api/v1/cpfp/${txid}`,
      ];
      const ofChain = [
        ...['/api/blocks', `/api/block-height/${start}`, `/api/blocks/${start}`],
        ...['', '/txids', '/status', '/txs/0'].map((part) => `/api/block/${tip}${part}`),
      ];
      return [...routesAt(ofChain, 'tip', false), ...routesAt(ofMempool, 'tip', true)];
    },
  };
}
