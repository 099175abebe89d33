import type { CacheRule, EndpointId, endpoints } from '@glassblock/contract';
import type { NetworkContext } from '../network/network-context.ts';
import type { InputOf } from './input.ts';

/** An answer before it becomes bytes: a JSON value, a text, or bytes, as the endpoint says. */
export interface Answer {
  value: unknown;
  /** Height of what is answered, where caching goes by depth. */
  height?: number;
  /** What to say about caching when it differs from the endpoint's rule. */
  cache?: CacheRule;
  headers?: Record<string, string>;
  /** Nothing is known: 204 without a body. */
  isEmpty?: boolean;
  /** The same as CSV, made when it is asked for. */
  csv?: () => string;
}

/** What answers an endpoint. @typeParam I  its parsed request */
export interface Handler<I = never> {
  (context: NetworkContext, input: I): Promise<Answer>;
  /** Throws where this network cannot answer at all, whatever is asked; runs before the request is parsed. */
  precondition?: (context: NetworkContext) => void;
}

/** A handler for each endpoint of the contract. */
export type Handlers = { readonly [Id in EndpointId]: Handler<InputOf<(typeof endpoints)[Id]>> };

/** A handler whose answer needs nothing beside its value. */
export const plain = <I, T>(run: (context: NetworkContext, input: I) => Promise<T> | T): Handler<I> => {
  return async (context, input) => ({ value: await run(context, input) });
};

/** A handler that only answers where a precondition holds. */
export const requiring = <I>(precondition: (context: NetworkContext) => void, handler: Handler<I>): Handler<I> =>
  Object.assign((context: NetworkContext, input: I) => handler(context, input), { precondition });

/** The height that a confirmation names, for caching by depth. */
export function heightOf(status: { block_height?: number } | undefined): { height?: number } {
  return status?.block_height === undefined ? {} : { height: status.block_height };
}

/** Headers that lead to the next page of an answer. @param target  relative to the request's own path */
export function nextPage(target: string): { headers: Record<string, string> } {
  return {
    headers: {
      link: `<${target}>; rel="next"`,
      'access-control-expose-headers': 'X-Total-Count,X-Mempool-Auth,Link',
    },
  };
}
