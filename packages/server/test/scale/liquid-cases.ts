import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@glassblock/contract';
import { type AuditState, type LiquidFrame, liquidEndpoints } from '@glassblock/contract/liquid';
import { displayHash, fromHex } from '@glassblock/primitives';
import { readWholeElementsTransaction } from '@glassblock/primitives/elements';
import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { recordedMempool } from '../../../node/test/support/recorded-elements-node.ts';
import { assets, chain, gold, tip } from '../support/liquid-site.ts';
import type { Program } from '../support/program.ts';
import { laterLiquidBlocks, type Site, until } from './cluster.ts';
import { expectTxEvents, openEvents } from './open-events.ts';

/** Ids of routes whose answers have event ids, or depend on when a process has seen a transaction or read a file. */
const recorded = /^(fate|initData|mempoolAt|state|v1Statistics)$/;

const prefix = '/liquidregtest';
const api = (path: string) => `${prefix}/api${path}`;

/** A site with a follower of its Liquid network. */
interface LiquidScene {
  site: Site;
  serving: readonly Program[];
  leader: Program;
  /** Opened early, since a sample is taken once a minute. */
  samples: LiquidSocket;
}

/** Cases of a Liquid network whose node gets the last blocks of the recorded chain, and then its mempool. */
export function liquidCases(scene: () => LiquidScene): void {
  let height = tip - laterLiquidBlocks;
  const everyone = () => [...scene().serving, scene().site.single];
  const everywhere = async () => {
    for (const program of everyone()) {
      await until(async () => (await program.status(api('/blocks/tip/height'))).text === String(height));
    }
  };
  /** @returns the hash of the new tip, display order */
  const mine = (): string => {
    scene().site.elements!.setTip(++height);
    return displayHash(chain[height]!.hash);
  };
  const hasLogged = (program: Program, event: string) => () => program.log.some((line) => line.includes(`"${event}"`));

  it('sends a new block to the sockets and the event streams of a serving process', async () => {
    await everywhere();
    const [first] = scene().serving as [Program];
    const socket = await openLiquidSocket(first, ['blocks']);
    await until(() => socket.seen.some(({ blocks }) => blocks?.at(-1)?.height === height));
    const events = await openEvents(first, undefined, prefix);
    const hash = mine();
    await events.next(({ event, data }) => event === 'block-connected' && data.includes(hash));
    await until(() => socket.seen.some(({ block }) => block?.id === hash));
    await everywhere();
    socket.close();
    events.close();
  });

  const mempoolTxids = recordedMempool.hex.map((hex) => displayHash(readWholeElementsTransaction(fromHex(hex)).txid));
  /** The process that has taken over. */
  let successor: Program;

  it('lets a second follower take over from one that is paused, which writes nothing afterwards', async () => {
    const { site, serving, leader } = scene();
    const [first] = serving as [Program];
    const standby = await site.liquidFollower();
    successor = standby;
    await until(hasLogged(standby, 'standby'), () => standby.log.slice(-10).join('\n'));
    /** Fills or empties the mempool of the node, and waits until the standby has it. */
    const mirror = async (isFull: boolean) => {
      site.elements!.setMempool(isFull);
      const mempool = { synced: true, count: isFull ? recordedMempool.hex.length : 0 };
      await until(async () => {
        const { text } = await standby.status('/readyz');
        return isDeepStrictEqual(JSON.parse(text), { ready: true, role: 'standby', mempool });
      });
    };
    await mirror(false);
    const sampled = async () => {
      const { status, text } = await first.status(api('/v1/statistics/24h'));
      return status === 200 ? (JSON.parse(text) as { added: number }[]).map(({ added }) => added) : [];
    };
    await until(async () => (await sampled()).length > 0);
    const [oldest] = (await sampled()).slice(-1);
    const events = await openEvents(first, undefined, prefix);
    leader.child.kill('SIGSTOP');
    const hashes = [mine()];
    // they come and leave while no process writes
    await mirror(true);
    await mirror(false);
    // the audit is that of the follower, the chain is in the cluster
    await until(async () => (await first.status(api('/glass/v1/liquid/audit'))).status === 503);
    await until(async () => (await first.status('/readyz')).text.includes('No new blocks arrive.'));
    expect((await first.status(api('/v1/liquid/pegs/count'))).status).toBe(200);
    await until(hasLogged(standby, 'leading'), () => standby.log.slice(-10).join('\n'));
    await everywhere();
    const ended = once(leader.child, 'exit');
    leader.child.kill('SIGCONT');
    hashes.push(mine());
    expect((await ended)[0]).not.toBe(0);
    await everywhere();
    for (const hash of hashes)
      await events.next(({ event, data }) => event === 'block-connected' && data.includes(hash));
    const connected = events.seen.filter(({ event }) => event === 'block-connected').map(({ data }) => data);
    expect(new Set(connected).size).toBe(connected.length);
    expect(events.seen.map(({ event }) => event)).not.toContain('gap');
    expectTxEvents(events.seen, mempoolTxids, ['tx-added', 'tx-removed']);
    events.close();
    // recorded by the leader before it
    expect(await sampled()).toContain(oldest);
  });

  it('continues the event stream of a leader that is killed, without a gap and without repeating events', async () => {
    const { site, serving } = scene();
    const [first] = serving as [Program];
    const events = await openEvents(first, undefined, prefix);
    site.elements!.setMempool(true);
    await until(() => events.seen.filter(({ event }) => event === 'tx-added').length === recordedMempool.hex.length);
    const ended = once(successor.child, 'exit');
    successor.child.kill('SIGKILL');
    await ended;
    const hash = mine();
    const next = await site.liquidFollower();
    await until(hasLogged(next, 'leading'), () => next.log.slice(-10).join('\n'));
    await everywhere();
    await events.next(({ event, data }) => event === 'block-connected' && data.includes(hash));
    site.elements!.setMempool(false);
    await until(
      () => events.seen.filter(({ event }) => event === 'tx-removed').length >= recordedMempool.hex.length,
      () => [...next.log.slice(-10), ...events.seen.map(({ event, data }) => `${event} ${data}`)].join('\n'),
    );
    expectTxEvents(events.seen, mempoolTxids, ['tx-added', 'tx-removed']);
    expect(events.seen.filter(({ event }) => event === 'block-connected').map(({ data }) => data)).toEqual([
      expect.stringContaining(hash),
    ]);
    expect(events.seen.map(({ event }) => event)).not.toContain('gap');
    events.close();
  });

  it('answers every GET route alike from all serving processes, and as a single process does except for its own records', async () => {
    const { site, serving, samples } = scene();
    site.elements!.setMempool(true);
    const parent = String(await site.node.client.rpc('getblockcount'));
    for (const program of everyone()) {
      await until(async () => {
        const { text } = await program.status(api('/mempool/txids'));
        return text.startsWith('[') && (JSON.parse(text) as string[]).length === recordedMempool.hex.length;
      });
      await until(
        async () => {
          const { status, text } = await program.status(api('/glass/v1/liquid/audit'));
          if (status !== 200) return false;
          const { block, parentBlock } = JSON.parse(text) as AuditState;
          return block?.height === height && String(parentBlock?.height) === parent;
        },
        () => 'audit',
      );
    }
    const { txid } = assets['gold']!;
    const { address } = JSON.parse((await serving[0]!.status(api(`/tx/${txid}`))).text).vout.find(
      ({ scriptpubkey_address }: { scriptpubkey_address?: string }) => scriptpubkey_address !== undefined,
    );
    const values: Record<string, string> = {
      ...{ txid, hash: displayHash(chain[tip]!.hash), height: '2', prefix: 'ert1', window: '24h' },
    };
    const alike = (url: string, other: Pick<Program, 'status'>) => {
      let texts: string[] = [];
      return until(
        async () => {
          const answers = await Promise.all([serving[0]!.status(url), other.status(url)]);
          texts = answers.map(({ status, text }) => `${status} ${text.slice(0, 500)}`);
          return answers[0]!.status === answers[1]!.status && answers[0]!.text === answers[1]!.text;
        },
        () => `${url} ${texts.join('\n')}`,
      );
    };
    const statuses = new Map<number, number>();
    for (const [id, { path, method }] of Object.entries<Endpoint>(liquidEndpoints)) {
      if (method !== 'GET') continue;
      const subject = path.includes('/address/') ? address : gold;
      const url = prefix + path.replace(':id', subject).replace(/:(\w+)/g, (_, name: string) => values[name] ?? '0');
      if (id !== 'state') await alike(url, serving[1]!);
      if (!recorded.test(id)) await alike(url, site.single);
      const { status } = await serving[0]!.status(url);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(200)).toBeGreaterThan(90);
    expect((await serving[1]!.status(`${prefix}/tx/${txid}`)).text).toContain(txid);
    await until(() => samples.seen.some((frame) => frame['live-2h-chart'] !== undefined));
    samples.close();
  });
}

/** A socket with the frames that it has received. */
export interface LiquidSocket {
  readonly seen: readonly LiquidFrame[];
  close(): void;
}

/** Opens a socket that wants feeds. */
export async function openLiquidSocket(program: Program, data: readonly string[]): Promise<LiquidSocket> {
  const socket = new WebSocket(`${program.url.replace('http', 'ws')}${prefix}/api/v1/ws`);
  const seen: LiquidFrame[] = [];
  socket.on('message', (text) => void seen.push(JSON.parse(String(text)) as LiquidFrame));
  await once(socket, 'open');
  socket.send(JSON.stringify({ action: 'want', data }));
  return { seen, close: () => socket.terminate() };
}
