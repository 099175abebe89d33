/** Parts of the server that benches and tests drive by themselves. */
export { openAudits } from './audits.ts';
export { answerCall } from './http/answer.ts';
export { apiRoutes, createFindRoute } from './http/router.ts';
export type { NetworkContext } from './network-context.ts';
export { baseCurrencies } from './prices/currencies.ts';
export { createPriceBook } from './prices/price-book.ts';
export { openPoolFinder } from './query/mining-pools.ts';
export { startBulkHands } from './workers/bulk-hands.ts';
export { chainSourceOf, poolSourceOf } from './workers/node-sources.ts';
