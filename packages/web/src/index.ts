/**
 * The web app: pages rendered on the server, then live in the browser. This file is the server's interface; it runs on
 * Node from source and loads the built app, so it imports no component.
 * Example:
 *     await buildWeb({ log: console.log });
 *     const web = await openWeb({ basePath: '/' });
 *     const page = await web.render({ url, headers: {}, encoding: 'br' }, { config, api, secure: false });
 */
export { buildWeb } from './ssr/build/build-web.ts';
export { openWeb, type WebApp } from './ssr/open-web.ts';
export type { ApiAnswer, CallApi, PageContext, PageEncoding, RenderedPage } from './ssr/page-context.ts';
export { postedFormTarget } from './ssr/posted-form.ts';
