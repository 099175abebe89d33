/** Parts of the server that benchmarks and tests drive directly. */

export { lightningHandlers } from './api/lightning/lightning-handlers.ts';
export { answerCall } from './http/answers/answer.ts';
export { apiRoutes, createFindRoute } from './http/router.ts';
export { openMiningPoolFinder } from './mining-pools/mining-pools.ts';
export type { NetworkContext } from './network/network-context.ts';
export { openAudits } from './recording/audits.ts';
export { openLightning } from './sources/lightning/open-lightning.ts';
export { baseCurrencies } from './sources/prices/currencies.ts';
export { createPriceBook } from './sources/prices/price-book.ts';
export { startBulkWorkers } from './threads/bulk-workers.ts';
export { chainSourceOf, elementsChainSourceOf, mempoolSourceOf } from './threads/node-sources.ts';
