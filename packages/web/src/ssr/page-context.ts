import type { WebConfig } from '@glassblock/contract';

/** Answer of a REST route. */
export interface ApiAnswer {
  status: number;
  contentType: string;
  /** The body; JSON is not parsed, so that it crosses threads as one string. */
  body: string;
  /** Value of the header `X-Total-Count`. */
  total?: number;
}

/** Calls a REST route. @param path with the network prefix, without the base path: `/testnet/api/tx/..` */
export type CallApi = (path: string) => Promise<ApiAnswer>;

/** Settings of the server for one page view. */
export interface PageFacts {
  config: WebConfig;
  /** Journal id of the answers. */
  eventId?: string;
  /** On pages of a Liquid network: its pegged asset as the node states it, and why its chain is incomplete, in sentences. */
  liquid?: { asset: string; faults: readonly string[] };
  /** The request came by https. */
  secure: boolean;
}

/** Data and functions that the server provides to one page view. */
export interface PageContext extends PageFacts {
  api: CallApi;
}

/** Encodings of pages. */
export type PageEncoding = 'br' | 'gzip';

/** A request for a page. */
export interface PageRequest {
  /** Absolute. */
  url: string;
  headers: Record<string, string>;
  /** The best encoding that the client accepts; undefined: none. */
  encoding: PageEncoding | undefined;
}

/** A rendered page, ready to send. */
export interface RenderedPage {
  status: number;
  /** Includes `content-encoding` when the body is compressed. */
  headers: Record<string, string>;
  body: Uint8Array;
}
