import { hostname } from 'node:os';
import { CodedError } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { connectBus } from './bus/bus.ts';
import { type Leadership, waitForLeadership } from './bus/leadership.ts';
import type { Config } from './config/config.ts';
import { createRoleApp } from './http/role-app.ts';
import { createMetrics } from './metrics.ts';
import { bitcoinFollower } from './start/bitcoin-follower.ts';
import type { FollowerParts } from './start/follower-parts.ts';
import { liquidFollower } from './start/liquid-follower.ts';
import { keyspaceOf } from './threads/index-engine.ts';

/** Options of a follower. */
export interface FollowerOptions {
  config: Config;
  log: Logger;
  /** Called when this process must end. */
  onFatal(error: unknown): void;
}

/** A process that follows the node of one network, or stands by until the one that does ends. */
export interface Follower {
  /** `http://host:port/base/` with health, readiness and metrics. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a follower. It listens at once and follows the node while it holds the lease of its network: the Liquid network,
 * if one is configured.
 * @throws {CodedError} bus.away, server.cannot-listen
 */
export async function startFollower({ config, log, onFatal }: FollowerOptions): Promise<Follower> {
  const { shared: role, host, port } = config;
  const { name } = config.liquid[0] ?? config.networks[0] ?? {};
  if (role === undefined || name === undefined) throw new Error('not the configuration of a follower');
  const { store } = role;
  const { keyspace } = keyspaceOf(store, name)!;
  const metrics = createMetrics();
  const endings: (() => Promise<void> | void)[] = [];
  const stopping = new AbortController();
  let following: Promise<void> = Promise.resolve();
  const stop = async () => {
    stopping.abort();
    await following.catch(() => undefined);
    for (const end of endings.splice(0).reverse()) await end();
  };
  const bus = await connectBus(role.bus, `glassblock follow ${hostname()}`);
  endings.push(() => bus.close());

  let leadership: Leadership | undefined;
  async function lead(): Promise<number> {
    leadership = await waitForLeadership({
      bus,
      keyspace,
      lease: 'leader',
      signal: stopping.signal,
      onStandby: () => log.info({ event: 'standby' }, `another process follows ${name}; this one stands by`),
      onLost: onFatal,
    });
    if (leadership === undefined) throw new CodedError('server.stopped', 'stopped before it led');
    const { term, release } = leadership;
    endings.push(release);
    log.info({ event: 'leading', term }, `follows ${name}`);
    return term;
  }

  const holds = async () => (await leadership?.holds()) === true;
  const parts: FollowerParts = { config, store, bus, keyspace, metrics, log, endings, lead, holds, onFatal };
  try {
    const network = config.liquid.length > 0 ? liquidFollower(parts) : bitcoinFollower(parts);
    const app = createRoleApp({
      basePath: config.basePath,
      network: name,
      metrics,
      faults: network.faults,
      role: () => ({ role: network.isLeading() ? 'leader' : 'standby', ...network.state() }),
      failure: () => bus.failure,
    });
    endings.push(() => app.close());
    const url = await app.listen({ host, port }).catch((cause: Error) => {
      const reason = `cannot listen on ${host}:${port}: ${cause.message}`;
      throw new CodedError('server.cannot-listen', reason, { cause });
    });
    following = network.follow();
    following.catch((error: unknown) => stopping.signal.aborted || onFatal(error));
    return { url: url + config.basePath, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
