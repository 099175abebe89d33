import type { WebConfig } from '@glassblock/contract';

/** Answer of a REST route: the parsed JSON value, or the text. */
export interface ApiAnswer {
  status: number;
  contentType: string;
  body: unknown;
  /** Value of the header `X-Total-Count`. */
  total?: number;
}

/** What the server provides to one page view. */
export interface PageContext {
  config: WebConfig;
  /** @param path  with the network prefix, without the base path: `/api/v1/init-data`, `/testnet/api/tx/..` */
  api(path: string): Promise<ApiAnswer>;
  /** Journal id of the answers. */
  eventId?: string;
  /** The request came by https. */
  secure: boolean;
}
