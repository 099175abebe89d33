import { MessageChannel } from 'node:worker_threads';
import { CodedError } from '@glassblock/primitives';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls, callerOf } from './port-calls.ts';

interface Adder {
  add(a: number, b: number): Promise<number>;
  refuse(): Promise<void>;
  hang(): Promise<void>;
}
const adder: Adder = {
  add: async (a, b) => a + b,
  refuse: async () => {
    throw new CodedError('test.refused', 'not today');
  },
  hang: () => new Promise(() => undefined),
};
const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close();
});

function remote(maxWaiting = 10) {
  const channel = new MessageChannel();
  channels.push(channel);
  answerCalls(channel.port2, adder);
  const latencies: number[] = [];
  const caller = callerOf<Adder>(channel.port1, ['add', 'refuse', 'hang'], {
    maxWaiting,
    onLatency: (s) => latencies.push(s),
  });
  return { caller, channel, latencies };
}

describe('calls over a port', () => {
  it('answers each caller in any order, and reports latency', async () => {
    const { caller, latencies } = remote();
    expect(await Promise.all([caller.add(1, 2), caller.add(3, 4)])).toEqual([3, 7]);
    expect(latencies).toHaveLength(2);
  });

  it('transfers coded errors', async () => {
    await expect(remote().caller.refuse()).rejects.toMatchObject({ code: 'test.refused', message: 'not today' });
  });

  it('rejects when too many wait', async () => {
    const { caller } = remote(2);
    const waiting = [caller.hang(), caller.hang()];
    for (const call of waiting) call.catch(() => undefined);
    await expect(caller.add(1, 1)).rejects.toMatchObject({ code: 'server.busy' });
  });

  it('ends with the thread on the other side', async () => {
    const { caller, channel } = remote();
    const waiting = caller.hang();
    channel.port2.close();
    await expect(waiting).rejects.toMatchObject({ code: 'server.thread-ended' });
    await expect(caller.add(1, 1)).rejects.toMatchObject({ code: 'server.thread-ended' });
  });
});
