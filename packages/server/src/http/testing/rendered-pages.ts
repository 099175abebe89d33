import type { WebConfig } from '@glassblock/contract';
import type { WebApp } from '@glassblock/web';
import type { SiteHosts } from '../enterprise/site-hosts.ts';
import { createPages, type SendPage } from '../pages/pages.ts';
import { createAddressLimits } from '../requests/address-limits.ts';
import type { RequestBudget } from '../requests/request-budget.ts';

/** Social images of the app, and the budget that pages and images are charged to; default: none. */
interface RenderedImages {
  socialImage?: WebApp['socialImage'];
  charge?: RequestBudget['charge'];
}

/** Returns the handler of a web app that has no files and renders every page with a function. */
export function pagesRenderedBy(
  render: WebApp['render'],
  config: WebConfig,
  hosts: SiteHosts,
  { socialImage = () => undefined, charge = () => undefined }: RenderedImages = {},
): SendPage {
  const web: WebApp = {
    renderCapacity: 1,
    render,
    isFixedPage: () => false,
    asset: () => undefined,
    socialImage,
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
    budget: { charge },
    clientAddress: () => '127.0.0.1',
  });
}
