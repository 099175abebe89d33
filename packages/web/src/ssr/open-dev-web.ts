import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import { liquidNetworkOf } from '../data/site/liquid-routes.ts';
import type { PageContext } from './page-context.ts';
import type { PageEntry } from './page-entry.ts';

/** Options of the web app in development. */
export interface DevWebOptions {
  /** Receives the upgrade requests of HMR and of the proxied sockets. */
  server: Server;
  /** Server of API and sockets: `http://127.0.0.1:8998`. */
  apiUrl: string;
  context: PageContext;
  /** Directories outside the web app that are watched too. */
  watched: readonly string[];
  /** Called with the path of a changed file in `watched`. */
  onChange(file: string): void;
}

/** The web app served from its sources. */
export interface DevWeb {
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

/** Everything that is not a page; `/api/rest` and similar are pages of the documentation. */
const apiPattern = String.raw`^/([a-z0-9]+/)?(api(?!/?$|/(faq|rest|websocket|electrs)/?$)|ws|healthz|readyz|metrics)(/.*)?(\?.*)?$`;

/**
 * Opens the web app without a build, with Vite's module replacement (HMR). Only for development: it sends no
 * Content-Security-Policy, because Vite inserts inline styles and scripts.
 */
export async function openDevWeb({ server, apiUrl, context, watched, onChange }: DevWebOptions): Promise<DevWeb> {
  const vite = await createServer({
    root: resolve(import.meta.dirname, '../..'),
    appType: 'custom',
    server: {
      middlewareMode: { server },
      hmr: { server },
      proxy: { [apiPattern]: { target: apiUrl, ws: true } },
    },
  });
  vite.watcher.add([...watched]);
  vite.watcher.on('change', (file) => {
    if (watched.some((directory) => file.startsWith(directory))) onChange(file);
  });

  async function render(
    { method = 'GET', url = '/', headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
    const entry = build.entry.module as unknown as PageEntry;
    const target = new URL(url, `http://${headers.host ?? 'localhost'}`);
    const language = entry.languageOfPath(target.pathname);
    const path = language === undefined ? target.pathname : target.pathname.slice(language.length + 1);
    const liquid = liquidNetworkOf(context.config.networks, path);
    const basename = `/${[language, liquid?.path].filter((part) => part !== undefined && part !== '').join('/')}`;
    const routes = entry.routesFor(build.routes, liquid !== undefined);
    const assets = { ...build.assets, routes: entry.routesFor(build.assets.routes, liquid !== undefined) };
    const handler = entry.createRequestHandler({ ...build, routes, assets, basename }, 'development');
    const request = new Request(target, { method, headers: definedHeaders(headers) });
    const page = await handler(request, entry.provide(context, '', language, liquid?.name));
    response.writeHead(page.status, Object.fromEntries(page.headers)).end(Buffer.from(await page.arrayBuffer()));
  }

  return {
    handle(request, response) {
      vite.middlewares(request, response, () => {
        render(request, response).catch((error: Error) => {
          vite.ssrFixStacktrace(error);
          vite.config.logger.error(error.stack ?? error.message);
          if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
          response.end(error.stack);
        });
      });
    },
    close: () => vite.close(),
  };
}

const definedHeaders = (headers: IncomingMessage['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
