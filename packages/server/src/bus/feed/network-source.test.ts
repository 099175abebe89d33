import { serialize } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from '../bus.ts';
import type { FollowerStatus } from './network-feed.ts';
import { followNetwork, type NetworkSource } from './network-source.ts';

type Listener = (error: Error | null, message: { data: Uint8Array }) => void;

/** Follows one network on a bus on which the test publishes statuses; calls have no answers. */
function followed() {
  const listeners = new Map<string, Listener>();
  const calls: string[] = [];
  const bus = {
    failure: undefined,
    onChange: () => () => undefined,
    connection: {
      subscribe(subject: string, { callback }: { callback: Listener }) {
        listeners.set(subject, callback);
        return { unsubscribe: () => listeners.delete(subject) };
      },
      publish: (subject: string) => void calls.push(subject),
    },
  } as unknown as Bus;
  const terms: (number | null | undefined)[] = [];
  const errors: unknown[] = [];
  const source = followNetwork({
    bus,
    keyspace: 'site_regtest',
    onLatency: () => undefined,
    onFrame: () => undefined,
    onEntries: () => undefined,
    onSample: () => undefined,
    onStatus: () => undefined,
    onTerm: () => void terms.push(source.status?.progress.height),
    onError: (error) => void errors.push(error),
  });
  const publish = (term: number, height: number) => {
    const status = { progress: { height } } as FollowerStatus;
    const data = serialize({ type: 'status', status, term });
    listeners.get('glassblock.site_regtest.feed')!(null, { data });
  };
  return { source, publish, terms, errors, calls };
}

describe('followNetwork', () => {
  let source: NetworkSource;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    source.close();
    vi.useRealTimers();
  });

  it('ignores the follower of a lower term while messages of the later one arrive', () => {
    const { publish, terms, errors, ...site } = followed();
    source = site.source;
    publish(7, 100);
    publish(9, 101);
    publish(7, 102);
    expect(source.status?.progress.height).toBe(101);
    vi.advanceTimersByTime(5_000);
    publish(9, 103);
    vi.advanceTimersByTime(5_000);
    publish(7, 104);
    expect([source.status?.progress.height, terms.length, errors]).toEqual([103, 2, []]);
  });

  it('takes a lower term when the last follower is silent, as after a loss of the leases', () => {
    const { publish, terms, calls, ...site } = followed();
    source = site.source;
    publish(9, 101);
    vi.advanceTimersByTime(7_000);
    expect(source.failure).toContain('does not answer');
    publish(1, 102);
    expect([source.status?.progress.height, source.failure, terms.length]).toEqual([102, undefined, 2]);
    calls.length = 0;
    void source.mempool.frame();
    source.caller.call('samples.list', []).catch(() => undefined);
    expect(calls).toEqual(['glassblock.site_regtest.call.1.samples.list']);
  });
});
