import type { CacheRule, EndpointId, endpoints } from '@glassblock/contract';
import type { NetworkContext } from '../network/network-context.ts';
import type { InputOf } from './input.ts';

/** An answer before encoding: a JSON value, a text or bytes, depending on the endpoint. */
export interface Answer {
  value: unknown;
  /** Block height of the answer, for the cache rule `depth`. */
  height?: number;
  /** Overrides the cache rule of the endpoint. */
  cache?: CacheRule;
  headers?: Record<string, string>;
  /** There is no value: 204 with an empty body. */
  isEmpty?: boolean;
  /** Returns the value as CSV. */
  csv?: () => string;
}

/**
 * Handles requests of an endpoint.
 * @typeParam I its parsed request
 */
export interface Handler<I = never> {
  (context: NetworkContext, input: I): Promise<Answer>;
  /** Throws if this network cannot serve the endpoint at all; runs before the request is parsed. */
  precondition?: (context: NetworkContext) => void;
}

/** One handler per endpoint of the contract. */
export type Handlers = { readonly [Id in EndpointId]: Handler<InputOf<(typeof endpoints)[Id]>> };

/** Returns a handler that only returns a value. */
export const plain = <I, T>(run: (context: NetworkContext, input: I) => Promise<T> | T): Handler<I> => {
  return async (context, input) => ({ value: await run(context, input) });
};

/** Returns a handler with a precondition. */
export const requiring = <I>(precondition: (context: NetworkContext) => void, handler: Handler<I>): Handler<I> =>
  Object.assign((context: NetworkContext, input: I) => handler(context, input), { precondition });

/** Returns the block height of a confirmation status, for the cache rule `depth`. */
export function heightOf(status: { block_height?: number } | undefined): { height?: number } {
  return status?.block_height === undefined ? {} : { height: status.block_height };
}

/**
 * Returns the `Link` header that points to the next page.
 * @param target relative to the path of the request
 */
export function nextPage(target: string): { headers: Record<string, string> } {
  return {
    headers: {
      link: `<${target}>; rel="next"`,
      'access-control-expose-headers': 'X-Total-Count,X-Mempool-Auth,Link',
    },
  };
}
