/**
 * Runs the simulated node in a worker thread:
 *     const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options });
 *     worker.once('message', ({ rpcUrl, zmqUrl }) => ...);
 *     worker.postMessage({ type: 'stop' });
 * `options` are those of createDevnode without `clock`. A failing start ends the thread with the error.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createDevnode, type DevnodeOptions } from './devnode.ts';

/** The message with the addresses of the node. */
export interface DevnodeReady {
  type: 'ready';
  rpcUrl: string;
  zmqUrl: string;
}

if (parentPort !== null) {
  const port = parentPort;
  const devnode = await createDevnode(workerData as DevnodeOptions);
  const ready: DevnodeReady = { type: 'ready', rpcUrl: devnode.rpcUrl, zmqUrl: devnode.zmqUrl };
  port.postMessage(ready);
  port.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== 'stop') return;
    void devnode.stop().then(() => port.close());
  });
}
