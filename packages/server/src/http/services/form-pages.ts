import type { ServiceError, ServiceRouteId } from '@glassblock/contract/services';
import type { FastifyRequest } from 'fastify';
import { apiRequest } from '../requests/request.ts';

/** Pages after a form, below the base path; the address is never taken from the request. */
const pages: Partial<Record<ServiceRouteId, { done: string; failed: string }>> = {
  login: { done: 'account', failed: 'login?error=' },
  useLink: { done: 'account', failed: 'login?error=' },
  emailLink: { done: 'login?sent=1', failed: 'login?error=' },
  simulateUser: { done: 'account', failed: 'login?error=' },
  logout: { done: 'login', failed: 'account?error=' },
};

/** Returns whether a browser has sent a form without scripts: it shows the answer as a page. */
export function wantsPage(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers;
  return apiRequest(request).bodyType === 'application/x-www-form-urlencoded' && /text\/html/i.test(accept);
}

/** Returns the path of the page after a form; undefined for routes without a form. */
export function pageAfter(id: ServiceRouteId, basePath: string, error: ServiceError | undefined): string | undefined {
  const page = pages[id];
  if (page === undefined) return undefined;
  return basePath + (error === undefined ? page.done : page.failed + error);
}
