import { type Static, Type } from 'typebox';
import type { MonitoredHost } from '../sources/health/host-health.ts';

const HostUrl = Type.String({ pattern: '^https?://[^/?#@]+/?$' });

/** The setting `monitoredHosts`: addresses such as `https://host`, alone or with the country of the host. */
export const MonitoredHostsFile = Type.Array(
  Type.Union([
    HostUrl,
    Type.Object(
      { url: HostUrl, country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })) },
      { additionalProperties: false },
    ),
  ]),
  { default: [], maxItems: 50 },
);

/** Returns the monitored hosts; adds a fault for a host that occurs twice. */
export function monitoredHostsOf(file: Static<typeof MonitoredHostsFile>, faults: string[]): MonitoredHost[] {
  const hosts = file.map((each) => (typeof each === 'string' ? { url: each } : each));
  const urls = hosts.map(({ url }) => url.replace(/\/$/, ''));
  for (const [index, url] of urls.entries())
    if (urls.indexOf(url) < index) faults.push(`monitoredHosts: ${url} occurs twice`);
  return hosts.map((host, index) => ({ ...host, url: urls[index]! }));
}
