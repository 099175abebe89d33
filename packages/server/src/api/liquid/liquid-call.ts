import type { LiquidEndpointId, liquidEndpoints } from '@glassblock/contract/liquid';
import type { LiquidContext } from '../../network/liquid/liquid-context.ts';
import type { Answer } from '../call.ts';
import type { InputOf } from '../input.ts';

/** Handles requests of a route of Liquid networks. */
export type LiquidHandler<I = never> = (context: LiquidContext, input: I) => Promise<Answer>;

/** One handler per route of Liquid networks. */
export type LiquidHandlers = {
  readonly [Id in LiquidEndpointId]: LiquidHandler<InputOf<(typeof liquidEndpoints)[Id]>>;
};

/** Returns a handler that only returns a value. */
export const value =
  <I, T>(run: (context: LiquidContext, input: I) => Promise<T> | T): LiquidHandler<I> =>
  async (context, input) => ({ value: await run(context, input) });
