import { CodedError, type Transaction } from '@glassblock/primitives';
import { beforeEach, describe, expect, it } from 'vitest';
import { countTurns } from '../../test/support/count-turns.ts';
import { MadeChain } from '../../test/support/made-chain.ts';
import { commitment, madeTx, p2wpkh, p2wsh, spends } from '../../test/support/made-tx.ts';
import { GraphChanges } from '../changes/graph-changes.ts';
import { channelIdOf } from '../graph/channel-id.ts';
import { channelBetween } from '../graph/gossip.ts';
import { Graph } from '../graph/graph.ts';
import { ChainFollower } from './follow-chain.ts';

const [a, b] = [`02${'a1'.repeat(32)}`, `03${'b2'.repeat(32)}`];
const wallet = { value: 600_000, script: p2wpkh(1) };
const toLocal = { value: 390_000, script: p2wsh(1) };

describe('life cycle of a channel', () => {
  let chain: MadeChain;
  let graph: Graph;
  let follower: ChainFollower;
  let funding: Transaction;
  const id = channelIdOf({ height: 1, position: 1, vout: 0 })!;
  const announce = (channel: bigint) => {
    const side = (key: string) => ({ key, policy: undefined });
    return graph.upsertChannel(channelBetween(channel, side(a), side(b)), 0);
  };
  const spend = (
    tx: Transaction,
    witness: readonly string[],
    outputs = [wallet],
    form = { sequence: 0xffffffff, locktime: 0 },
  ) => madeTx([{ txid: tx.txid, vout: 0, witness: [...witness], sequence: form.sequence }], outputs, form.locktime);
  const closure = () => graph.closureOf(graph.channels.find(id));

  beforeEach(async () => {
    chain = new MadeChain();
    graph = new Graph();
    follower = new ChainFollower({ graph, chain, checked: undefined, onChange: () => undefined });
    chain.connect();
    funding = spend(chain.blocks[0]!.txs[0]!, spends.wallet, [{ value: 1_000_000, script: p2wsh(9) }]);
    chain.connect([funding]);
    announce(id);
    await follower.wake();
  });

  it('begins with capacity and time of the funding output', () => {
    const row = graph.channels.find(id);
    expect(graph.channels.capacity[row]).toBe(1_000_000);
    expect(graph.channels.created[row]).toBe(1_700_000_600);
    expect(graph.channels.status[row]).toBe(1);
  });

  it('looks up channels in parts, with a turn of the event loop between them', async () => {
    for (let height = 9_001; height <= 9_450; height++) announce(channelIdOf({ height, position: 1, vout: 0 })!);
    expect(await countTurns(() => follower.wake())).toBeGreaterThanOrEqual(3);
  });

  it('has no funding output until its block is connected', async () => {
    const row = announce(channelIdOf({ height: 2, position: 1, vout: 0 })!);
    announce(channelIdOf({ height: 9_000, position: 1, vout: 0 })!);
    await follower.wake();
    expect(graph.channels.isFunded(row)).toBe(false);
    chain.connect([spend(funding, spends.wallet)]);
    await follower.wake();
    expect(graph.channels.capacity[row]).toBe(600_000);
  });

  it('ends when a connected block spends the funding output, and not after a reorg', async () => {
    const close = spend(funding, spends.funding, [wallet, toLocal], commitment);
    chain.connect([close]);
    await follower.wake();
    expect(closure()).toEqual({
      txid: close.txid,
      height: 2,
      time: 1_700_001_200,
      feeSats: 10_000,
      reason: 'force',
      isResolved: false,
      evidenceHeight: 2,
    });
    chain.disconnect(1);
    chain.connect();
    chain.connect();
    await follower.wake();
    expect(closure()).toBeUndefined();
    expect(graph.channels.status[graph.channels.find(id)]).toBe(1);
    chain.connect([close]);
    await follower.wake();
    expect(closure()).toMatchObject({ height: 4, reason: 'force' });
  });

  it('has no funding output while its block is disconnected', async () => {
    const changes = await GraphChanges.of(graph);
    const options = { now: 5, tipHeight: 1, isFirst: false };
    const take = () => changes.take(graph.takeChanges(), options).facts.map(({ type }) => type);
    take();
    chain.disconnect(1);
    chain.connect();
    await follower.wake();
    const row = graph.channels.find(id);
    expect(graph.channels.isFunded(row)).toBe(false);
    expect(graph.channels.findFunding(funding.txid, 0)).toBe(-1);
    expect(graph.nodes.capacity[0]).toBe(0);
    expect(take()).toEqual(['channel-unfunded']);
    chain.disconnect(1);
    chain.connect([funding]);
    await follower.wake();
    expect(graph.channels.capacity[row]).toBe(1_000_000);
    expect(take()).toEqual(['channel-opened']);
  });

  it('gets its reason from spends in later blocks, which a reorg undoes', async () => {
    const close = spend(funding, spends.funding, [toLocal, wallet], commitment);
    chain.connect([close]);
    await follower.wake();
    chain.connect([spend(close, spends.toLocalRevoked)]);
    await follower.wake();
    expect(closure()).toMatchObject({ reason: 'penalty', isResolved: true, height: 2, evidenceHeight: 3 });
    expect((await follower.evidence(graph.channels.find(id)))?.outputs).toEqual(['to-local-revoked', 'unspent']);
    chain.disconnect(1);
    chain.connect([spend(close, spends.toLocalDelayed)]);
    await follower.wake();
    expect(closure()).toMatchObject({ reason: 'force', isResolved: true, evidenceHeight: 3 });
  });

  it('gets a penalty from the output of an HTLC transaction', async () => {
    const close = spend(funding, spends.funding, [toLocal], commitment);
    const htlcTx = spend(close, spends.offeredTimeout, [toLocal]);
    chain.connect([close]);
    chain.connect([htlcTx]);
    await follower.wake();
    expect(closure()).toMatchObject({ reason: 'force', isResolved: false });
    chain.connect([spend(htlcTx, spends.toLocalRevoked)]);
    await follower.wake();
    expect(closure()).toMatchObject({ reason: 'penalty', isResolved: true });
  });

  it('is found closed when the program was not running, and watched again', async () => {
    const close = spend(funding, spends.funding, [toLocal, wallet], commitment);
    chain.connect([close]);
    await follower.wake();
    const checked = follower.checked;
    chain.connect();
    const restarted = new ChainFollower({ graph, chain, checked, onChange: () => undefined });
    await restarted.wake();
    expect(closure()).toMatchObject({ reason: 'force', isResolved: false });
    chain.connect([spend(close, spends.toLocalDelayed)]);
    await restarted.wake();
    expect(closure()).toMatchObject({ reason: 'force', isResolved: true });
  });

  it('is looked up instead of reading all blocks after a long time', async () => {
    chain.connect([spend(funding, spends.funding, [wallet])]);
    for (let i = 0; i < 200; i++) chain.connect();
    chain.read.length = 0;
    await follower.wake();
    expect(closure()).toMatchObject({ reason: 'mutual', height: 2 });
    expect(chain.read).toEqual([]);
    chain.connect();
    await follower.wake();
    expect(chain.read).toEqual([203]);
  });

  // otherwise it would stay open: only later blocks are read
  it('is looked up again when its spender could not be read', async () => {
    const next = spend(chain.blocks[1]!.txs[0]!, spends.wallet, [{ value: 500_000, script: p2wsh(8) }]);
    chain.connect([next]);
    chain.connect([spend(next, spends.funding, [{ value: 499_000, script: p2wpkh(2) }])]);
    await follower.wake();
    const row = announce(channelIdOf({ height: 2, position: 1, vout: 0 })!);
    const spenders = chain.spenders.bind(chain);
    chain.spenders = async () => {
      throw new CodedError('node.unreachable', 'the node is away');
    };
    await expect(follower.wake()).rejects.toMatchObject({ code: 'node.unreachable' });
    chain.spenders = spenders;
    chain.connect();
    await follower.wake();
    expect(graph.channels.capacity[row]).toBe(500_000);
    expect(graph.closureOf(row)).toMatchObject({ reason: 'mutual', height: 3, feeSats: 1_000 });
  });

  // the marker that is stored at the end would pass closings that were not looked up
  it('does not count as checked when the lookup of all channels is stopped', async () => {
    const { checked } = follower;
    const close = spend(funding, spends.funding, [wallet]);
    chain.connect([close]);
    for (let i = 0; i < 200; i++) chain.connect();
    const stopped = new ChainFollower({ graph, chain, checked, onChange: () => undefined });
    let stopping: Promise<void> | undefined;
    const blockAt = chain.blockAt.bind(chain);
    chain.blockAt = (height) => {
      stopping ??= stopped.stop();
      return blockAt(height);
    };
    await stopped.wake();
    await stopping;
    expect(closure()).toBeUndefined();
    expect(stopped.checked?.height).toBe(checked?.height);
    const restarted = new ChainFollower({ graph, chain, checked: stopped.checked, onChange: () => undefined });
    await restarted.wake();
    expect(closure()).toMatchObject({ reason: 'mutual', height: 2 });
  });

  it('continues after a splice', async () => {
    const form = { sequence: 0xfffffffd, locktime: 1 };
    const splice = spend(funding, spends.funding, [{ value: 900_000, script: p2wsh(7) }, wallet], form);
    chain.connect([splice]);
    await follower.wake();
    expect(closure()).toMatchObject({ reason: 'unknown', isResolved: false });
    const next = announce(channelIdOf({ height: 2, position: 1, vout: 0 })!);
    await follower.wake();
    expect(closure()).toMatchObject({ reason: 'splice', isResolved: true });
    expect(graph.channels.findFunding(splice.txid, 0)).toBe(next);
    expect(graph.channels.status[next]).toBe(1);
  });
});
