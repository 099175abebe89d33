import '@glassblock/devnode/worker';
import { trimHeapWhenIdle } from './heap-trim.ts';

/** Thread of the demo's simulated node: `@glassblock/devnode/worker`, with a heap that is trimmed. */

/** A pause of this thread delays no request of a client for long. */
const maxUtilization = 0.5;

trimHeapWhenIdle({ minIntervalMs: 60_000, maxUtilization });
