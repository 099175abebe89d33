import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between browser and explorer that can be interrupted. */
export interface TestProxy {
  readonly url: string;
  /** Closes every connection and accepts no new one. */
  cut(): void;
  /**
   * Accepts connections again.
   * @param url new URL of the explorer, if it has changed
   */
  restore(url?: string): void;
  close(): Promise<void>;
}

/** Starts a proxy to the explorer at `url`. */
export async function startProxy(url: string): Promise<TestProxy> {
  let goal = new URL(url);
  const ends = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = connect(Number(goal.port), goal.hostname);
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => end.destroy());
      end.once('close', () => ends.delete(end));
    }
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    whole = false;
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    restore(to = goal.href) {
      goal = new URL(to);
      whole = true;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
