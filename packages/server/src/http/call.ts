import type { CacheRule } from '@glassblock/contract';
import type { NetworkContext } from '../network-context.ts';

/** A request as handlers see it. */
export interface CallInput {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | undefined>>;
  /** Values of query names that are lists (`name[]=a&name[]=b`, or a name given twice), by the name without brackets. */
  lists?: Readonly<Record<string, readonly string[]>>;
  /** Text of the body, for POST. */
  body: string;
  /** Content type of the body, lower case, without parameters. */
  bodyType?: string;
  /** The caller would rather have CSV. */
  wantsCsv?: boolean;
}

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

export type Handler = (context: NetworkContext, input: CallInput) => Promise<Answer>;

/** A handler whose answer needs nothing beside its value. */
export const plain = <T>(run: (context: NetworkContext, input: CallInput) => Promise<T> | T): Handler => {
  return async (context, input) => ({ value: await run(context, input) });
};

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
