import { once } from 'node:events';
import { createServer } from 'node:net';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { seededRandom } from '@glassblock/primitives';

/** The simulated node of the demo at a higher speed, which can be frozen for comparison. */
export interface DrivenNode {
  readonly devnode: Devnode;
  live(): void;
  /** Stops all changes. */
  freeze(): void;
  /** Number of transactions and blocks so far. */
  readonly counts: { txs: number; blocks: number };
}

const demo = { txPerSecond: 4, meanBlockSeconds: 30, mempoolSize: 4_000, blocks: 160, seed: 2026 };
const tickMs = 25;

/** Returns a port that stays free while the node is stopped: ephemeral ports of outgoing connections are above it. */
async function lowPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(20_000 * Math.random());
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      return port;
    } catch {
      // The UTXO has been spent by another transaction.
    } finally {
      server.close();
    }
  }
}

/** @param speed multiple of the demo's speed */
export async function startDrivenNode(speed: number, seed: number): Promise<DrivenNode> {
  const { mempoolSize, blocks } = demo;
  const devnode = await createDevnode({
    profile: 'core31',
    seed: demo.seed,
    live: false,
    blocks,
    mempoolSize,
    rpcPort: await lowPort(),
    zmqPort: await lowPort(),
  });
  const { commands, state } = devnode;
  const random = seededRandom(seed);
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  const counts = { txs: 0, blocks: 0 };
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  let dueTxs = 0;
  let untilBlock = exponential((1_000 * demo.meanBlockSeconds) / speed);

  /** Returns transactions for a partially full block, parents first. */
  function some(share: number): string[] {
    const chosen = new Set<string>();
    for (const { txid, parents } of state.mempool.entries.values()) {
      if (random() < share && [...parents].every((parent) => chosen.has(parent))) chosen.add(txid);
    }
    return [...chosen];
  }

  function mine(): void {
    const hidden = random() < 0.3 ? 1 + Math.floor(4 * random()) : 0;
    const kind = random();
    const isFull = state.mempool.entries.size > mempoolSize;
    if (kind < 0.05) commands.mine(1, { empty: true });
    else if (isFull && kind < 0.4) commands.mine(1, { hidden });
    else commands.mine(1, { txs: some(0.1 * random()), hidden });
    counts.blocks++;
  }

  function tick(): void {
    const now = performance.now();
    const passed = now - last;
    last = now;
    // Keeps the mempool around its target size, as in the demo.
    const missing = (mempoolSize - state.mempool.entries.size) / mempoolSize;
    dueTxs += ((demo.txPerSecond * speed * passed) / 1_000) * Math.min(4, Math.max(0.4, 1 + 4 * missing));
    for (; dueTxs >= 1; dueTxs--) {
      counts.txs += commands.emitTraffic(1).length;
      const [oldest] = random() < 0.002 ? state.mempool.entries.keys() : [];
      if (oldest !== undefined) commands.evict(oldest);
    }
    if ((untilBlock -= passed) > 0) return;
    untilBlock = exponential((1_000 * demo.meanBlockSeconds) / speed);
    mine();
  }

  return {
    devnode,
    counts,
    live() {
      last = performance.now();
      timer ??= setInterval(tick, tickMs);
    },
    freeze() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
