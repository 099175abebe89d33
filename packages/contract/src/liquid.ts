/**
 * Routes and wire shapes of Liquid: blocks, transactions, assets, pegs and reserves. They are apart from the root of the
 * package, so that pages of Bitcoin networks do not load them; each shape has an example.
 *     import { LiquidTx } from '@glassblock/contract/liquid';
 */
export { liquidOperations, liquidSchemas } from './openapi/liquid-operations.ts';
export { type LiquidEndpointId, liquidEndpoints } from './routes/liquid/liquid.ts';
export * from './shapes/liquid/asset-shapes.ts';
export * from './shapes/liquid/liquid-block-shapes.ts';
export * as liquidExamples from './shapes/liquid/liquid-examples.ts';
export * from './shapes/liquid/liquid-start-shapes.ts';
export * from './shapes/liquid/liquid-tx-shapes.ts';
export * from './shapes/liquid/peg-shapes.ts';
export type { LiquidFrame } from './socket/liquid-frame.ts';
