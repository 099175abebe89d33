import { findSession, type User, userOfKey, userOfSession } from '@glassblock/services';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services/open-services.ts';

/** Who sent a request. */
export interface Caller {
  user: User;
  /** Undefined for an API key. */
  sessionId: number | undefined;
  /** The browser sends a cookie by itself, also when another site makes it send the request. */
  isCookie: boolean;
}

const bareCookieName = 'glassblock_session';

/**
 * Returns the name of the session cookie. Browsers accept `__Host-` from this host over HTTPS only: a page of another
 * subdomain cannot set the session of its own user. Source: draft of RFC 6265bis, 4.1.3.2
 */
const cookieNameOf = ({ protocol }: FastifyRequest, cookiePath: string): string =>
  protocol === 'https' && cookiePath === '/' ? `__Host-${bareCookieName}` : bareCookieName;
const cookieSeconds = 30 * 86_400;
const maxSecretLength = 2_000;

/**
 * Finds the caller by API key (`X-Mempool-Auth`), signed token (`Authorization: Bearer`) or cookie, in this order; a
 * cookie does not replace a wrong key or token. Sets the new cookie of a rotated session.
 */
export async function findCaller(
  services: Pick<Services, 'database' | 'tokens' | 'nowSeconds'>,
  request: FastifyRequest,
  reply: FastifyReply,
  cookiePath: string,
): Promise<Caller | undefined> {
  const { database, tokens, nowSeconds } = services;
  const key = request.headers['x-mempool-auth'];
  if (key !== undefined) {
    const user = isPlausible(key) ? await userOfKey(database, key) : undefined;
    return user && { user, sessionId: undefined, isCookie: false };
  }
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const [, token] = /^Bearer ([\w.-]+)$/i.exec(authorization) ?? [];
    const sessionId = isPlausible(token) ? await tokens.verify(token) : undefined;
    const user = sessionId === undefined ? undefined : await userOfSession(database, sessionId, nowSeconds());
    return user && { user, sessionId, isCookie: false };
  }
  const cookie = cookieOf(request, cookiePath);
  const session = isPlausible(cookie) ? await findSession(database, cookie, nowSeconds()) : undefined;
  if (session === undefined) return undefined;
  if (session.token !== undefined) setCookie(request, reply, session.token, cookiePath);
  return { user: session.user, sessionId: session.sessionId, isCookie: true };
}

const isPlausible = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && text.length <= maxSecretLength;

/** Returns the session cookie. */
function cookieOf(request: FastifyRequest, cookiePath: string): string | undefined {
  const name = cookieNameOf(request, cookiePath);
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** Sets the session cookie, or removes it. Scripts cannot read it, and other sites cannot send it with a POST. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
  cookiePath: string,
): void {
  const attributes = [
    `${cookieNameOf(request, cookiePath)}=${token ?? ''}`,
    `Path=${cookiePath}`,
    `Max-Age=${token === undefined ? 0 : cookieSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(request.protocol === 'https' ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', attributes.join('; '));
}

/** Returns whether a GET comes from a page of this server, by the headers of browsers; links of other sites do not. */
export function isFromOwnPage({ headers, protocol, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { referer } = headers;
  return referer?.toLowerCase().startsWith(`${protocol}://${host}/`.toLowerCase()) === true;
}

/** Returns whether a request comes from a page of this server. */
export function isSameOrigin({ headers: { origin }, protocol, host }: FastifyRequest): boolean {
  return origin !== undefined && origin.toLowerCase() === `${protocol}://${host}`.toLowerCase();
}
