import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MessagePort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ApiAnswer, CallApi, PageEncoding, PageFacts, PageRequest, RenderedPage } from './page-context.ts';
import { createRenderer } from './render.ts';

/** Thread that renders and compresses pages, so that the main thread answers the API meanwhile. */

/** Start data of the thread. */
export interface RenderThreadData {
  buildDirectory: string;
  basePath: string;
}

/** One page to render. */
export interface RenderTask {
  request: PageRequest;
  facts: PageFacts;
  /** Carries `ApiCall` to the main thread and `ApiReturn` back. */
  port: MessagePort;
}

/** A call of the API by a page. */
export interface ApiCall {
  call: number;
  path: string;
}

/** The answer to an `ApiCall`, or the text of the error. */
export type ApiReturn = { call: number } & ({ answer: ApiAnswer } | { fault: string });

const minCompressedBytes = 1_024;
const brotliQuality = 4;
const gzipLevel = 6;

const { buildDirectory, basePath } = workerData as RenderThreadData;
const renderPage = await createRenderer(pathToFileURL(resolve(buildDirectory, 'server/index.js')).href, basePath);
// releases the cache's data of the loaded modules, which Node holds outside of the heap until the thread ends
flushCompileCache();

/** Renders one page. */
export default async function render({ request, facts, port }: RenderTask): Promise<RenderedPage> {
  try {
    const response = await renderPage(new Request(request.url, { headers: request.headers }), {
      ...facts,
      api: apiOf(port),
    });
    const headers = Object.fromEntries(response.headers);
    const body = compress(new Uint8Array(await response.arrayBuffer()), request.encoding, headers);
    return { status: response.status, headers, body };
  } finally {
    port.close();
  }
}

function apiOf(port: MessagePort): CallApi {
  const pending = new Map<number, PromiseWithResolvers<ApiAnswer>>();
  let count = 0;
  port.on('message', (message: ApiReturn) => {
    const call = pending.get(message.call);
    pending.delete(message.call);
    if ('answer' in message) call?.resolve(message.answer);
    else call?.reject(new Error(message.fault));
  });
  return (path) => {
    const call = Promise.withResolvers<ApiAnswer>();
    count++;
    pending.set(count, call);
    port.postMessage({ call: count, path } satisfies ApiCall);
    return call.promise;
  };
}

/** Compresses a body and adds its headers. */
function compress(body: Uint8Array, encoding: PageEncoding | undefined, headers: Record<string, string>): Uint8Array {
  headers['vary'] = 'accept-encoding';
  delete headers['content-length'];
  if (encoding === undefined || body.length < minCompressedBytes) return body;
  headers['content-encoding'] = encoding;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: body.length };
  return encoding === 'br' ? brotliCompressSync(body, { params }) : gzipSync(body, { level: gzipLevel });
}
