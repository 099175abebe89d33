/** Parts of the server that benchmarks and tests drive directly. */
export { openAudits } from './audits.ts';
export { answerCall } from './http/answer.ts';
export { apiRoutes, createFindRoute } from './http/router.ts';
export type { NetworkContext } from './network-context.ts';
export { baseCurrencies } from './prices/currencies.ts';
export { createPriceBook } from './prices/price-book.ts';
export { openMiningPoolFinder } from './query/mining-pools.ts';
export { startBulkWorkers } from './workers/bulk-workers.ts';
export { chainSourceOf, mempoolSourceOf } from './workers/node-sources.ts';
