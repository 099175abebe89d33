import type { Transaction } from '@glassblock/primitives';
import { beforeEach, describe, expect, it } from 'vitest';
import { MadeChain } from '../../test/support/made-chain.ts';
import { commitment, type MadeOutput, madeTx, p2wpkh, p2wsh, spends } from '../../test/support/made-tx.ts';
import { channelIdOf } from '../graph/channel-id.ts';
import { channelBetween } from '../graph/gossip.ts';
import { Graph } from '../graph/graph.ts';
import { ChainFollower } from './follow-chain.ts';

const [a, b, c] = [`02${'a1'.repeat(32)}`, `02${'b2'.repeat(32)}`, `03${'c3'.repeat(32)}`];
const legacy = { sequence: 0xffffffff, locktime: 0 };
const output = (value: number, script: string): MadeOutput => ({ value, script });

describe('attribution', () => {
  let chain: MadeChain;
  let graph: Graph;
  let follower: ChainFollower;
  /** Channel of a and b: 1,000,000 sats of an input of 1,600,000. */
  let opening: Transaction;
  let row: number;

  const spend = (
    inputs: [tx: Transaction, vout: number, witness: readonly string[]][],
    outputs: MadeOutput[],
    form = legacy,
  ) =>
    madeTx(
      inputs.map(([{ txid }, vout, witness]) => ({ txid, vout, witness: [...witness], sequence: form.sequence })),
      outputs,
      form.locktime,
    );
  /** Connects a block with a transaction whose first output funds a channel. */
  const connectOpening = async (tx: Transaction, first: string, second: string) => {
    const height = chain.connect([tx]);
    const side = (key: string) => ({ key, policy: undefined });
    const id = channelIdOf({ height, position: 1, vout: 0 })!;
    const added = graph.upsertChannel(channelBetween(id, side(first), side(second)), 0);
    await follower.wake();
    return added;
  };
  const connect = async (tx: Transaction) => {
    chain.connect([tx]);
    await follower.wake();
  };

  beforeEach(async () => {
    chain = new MadeChain();
    graph = new Graph();
    follower = new ChainFollower({ graph, chain, checked: undefined, onChange: () => undefined });
    chain.connect();
    const start = spend([[chain.blocks[0]!.txs[0]!, 0, spends.wallet]], [output(1_600_000, p2wpkh(1))]);
    chain.connect([start]);
    opening = spend([[start, 0, spends.wallet]], [output(1_000_000, p2wsh(9)), output(500_000, p2wpkh(2))]);
    row = await connectOpening(opening, a, b);
  });

  it('is unknown without another channel, except where one transaction shows it', async () => {
    expect(await follower.attribution(row)).toEqual({
      isSingleFunded: true,
      funder: undefined,
      fundingRatio: 0.625,
      closer: undefined,
      closingSats: undefined,
    });
  });

  //   opening -- change --> next: channel of a and c; only a is in both
  it('names the funder when the change funds another of its channels', async () => {
    const next = spend([[opening, 1, spends.wallet]], [output(400_000, p2wsh(8))]);
    const other = await connectOpening(next, c, a);
    expect(await follower.attribution(row)).toMatchObject({ isSingleFunded: true, funder: 0 });
    expect(await follower.attribution(other)).toMatchObject({ isSingleFunded: true, funder: 0 });
  });

  it('names no funder when both nodes are in both channels, or when there are two inputs', async () => {
    await connectOpening(spend([[opening, 1, spends.wallet]], [output(200_000, p2wsh(8))]), a, b);
    expect((await follower.attribution(row))?.funder).toBeUndefined();
    const coinbase = chain.blocks[2]!.txs[0]!;
    const two = spend(
      [
        [chain.blocks[3]!.txs[1]!, 0, spends.wallet],
        [coinbase, 0, spends.wallet],
      ],
      [output(100_000, p2wsh(7))],
    );
    expect(await follower.attribution(await connectOpening(two, a, c))).toMatchObject({
      isSingleFunded: false,
      funder: undefined,
    });
  });

  //   opening -- close (to_local, to_remote); to_local -- sweep -- channel of b and c
  it.each([
    ['delayed path', spends.toLocalDelayed, 1, [300_000, 690_000]],
    ['revocation path', spends.toLocalRevoked, 0, [0, 990_000]],
  ] as const)('names who closed when the %s of to_local leads to a channel', async (_, witness, closer, sats) => {
    const close = spend(
      [[opening, 0, spends.funding]],
      [output(690_000, p2wsh(1)), output(300_000, p2wsh(2))],
      commitment,
    );
    await connect(close);
    const sweep = spend([[close, 0, witness]], [output(680_000, p2wpkh(3))]);
    await connect(sweep);
    await connect(spend([[close, 1, spends.toRemote]], [output(290_000, p2wpkh(4))]));
    expect((await follower.attribution(row))?.closer).toBeUndefined();
    await connectOpening(spend([[sweep, 0, spends.wallet]], [output(600_000, p2wsh(6))]), b, c);
    expect(await follower.attribution(row)).toMatchObject({ closer, closingSats: sats });
  });

  it('finds both balances of a mutual closing when one output funds a channel', async () => {
    const close = spend([[opening, 0, spends.funding]], [output(400_000, p2wpkh(5)), output(590_000, p2wpkh(6))]);
    await connect(close);
    expect((await follower.attribution(row))?.closingSats).toBeUndefined();
    await connectOpening(spend([[close, 0, spends.wallet]], [output(300_000, p2wsh(6))]), c, a);
    expect(await follower.attribution(row)).toMatchObject({ closer: undefined, closingSats: [400_000, 590_000] });
  });

  it('is unknown when two outputs of a mutual closing lead to the same node', async () => {
    const close = spend([[opening, 0, spends.funding]], [output(400_000, p2wpkh(5)), output(590_000, p2wpkh(6))]);
    await connect(close);
    await connectOpening(spend([[close, 0, spends.wallet]], [output(300_000, p2wsh(6))]), c, a);
    await connectOpening(spend([[close, 1, spends.wallet]], [output(300_000, p2wsh(7))]), c, a);
    expect((await follower.attribution(row))?.closingSats).toBeUndefined();
  });
});
