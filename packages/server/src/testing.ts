/** Parts of the server that benches and tests drive by themselves. */
export { startBulkHands } from './workers/bulk-hands.ts';
export { chainSourceOf, poolSourceOf } from './workers/node-sources.ts';
