import type { WebConfig } from '@glassblock/contract';

/** Answer of one REST route: the parsed JSON value, or the text when the route speaks text. */
export interface ApiAnswer {
  status: number;
  contentType: string;
  body: unknown;
  /** Of the header `X-Total-Count`. */
  total?: number;
}

/** What the server hands to one page view. */
export interface PageContext {
  config: WebConfig;
  /** @param path  with the network prefix, without the base path: `/api/v1/init-data`, `/testnet/api/tx/..` */
  api(path: string): Promise<ApiAnswer>;
  /** Journal id as of which the answers are given. */
  eventId?: string;
  /** The request came by https. */
  secure: boolean;
}
