import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Proxies whose `X-Forwarded-*` headers are used: addresses, subnets, or `loopback`, `linklocal`, `uniquelocal`. */
export type TrustedProxies = readonly string[];

/** Returns the address of a request's client. */
export type ClientAddress = (request: AddressedRequest) => string;

/** Parts of a request that its address depends on. */
export interface AddressedRequest {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Creates the function that returns whether an address, with or without a port, is that of a trusted proxy. */
export function createIsTrusted(trustedProxies: TrustedProxies): (address: string | undefined) => boolean {
  if (trustedProxies.length === 0) return () => false;
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (address) => address !== undefined && isTrusted(withoutPort(address), 0);
}

/** Some proxies append ports, such as Azure Application Gateway: `192.0.2.1:49152`, `[2001:db8::1]:49152`. */
function withoutPort(address: string): string {
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[([^\]]*)\](?::\d+)?)$/.exec(address) ?? [];
  return v4 ?? v6 ?? address;
}

/**
 * Creates the function that finds a request's client: the rightmost address of the connection and `X-Forwarded-For`
 * that is not a trusted proxy. Entries to the left of it, which a client can choose, are ignored.
 */
export function createClientAddress(trustedProxies: TrustedProxies): ClientAddress {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = createIsTrusted(trustedProxies);
  // the type lacks the address of a connection that its client has reset
  return (request) => (proxyAddr(request as IncomingMessage, isTrusted) as string | undefined) ?? '';
}

/**
 * Returns the key under which an address is limited, without its port: an IPv4 address itself, an IPv6 address by its
 * /64, which one subscriber has as a whole.
 * @param forwarded undefined for a connection that its client has reset
 */
export function addressKey(forwarded: string | undefined): string {
  if (forwarded === undefined) return '';
  if (!forwarded.includes(':')) return forwarded;
  const address = withoutPort(forwarded);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return mapped[1]!;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
