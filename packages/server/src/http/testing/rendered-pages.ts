import type { WebConfig } from '@glassblock/contract';
import type { WebApp } from '@glassblock/web';
import type { SiteHosts } from '../enterprise/site-hosts.ts';
import { createPages, type SendPage } from '../pages/pages.ts';
import { createAddressLimits } from '../requests/address-limits.ts';

/** Returns the handler of a web app that has no files and renders every page with a function. */
export function pagesRenderedBy(render: WebApp['render'], config: WebConfig, hosts: SiteHosts): SendPage {
  const web: WebApp = {
    renderCapacity: 1,
    render,
    isFixedPage: () => false,
    asset: () => undefined,
    socialImage: () => undefined,
    close: async () => undefined,
  };
  return createPages({
    web,
    cacheBytes: 1,
    config,
    hosts,
    callApi: () => Promise.reject(new Error('no page calls a route here')),
    locate: () => undefined,
    limits: createAddressLimits({ socket: 1, 'event-stream': 1, page: 6 }, 0),
    budget: { charge: () => undefined } as never,
    clientAddress: () => '127.0.0.1',
  });
}
