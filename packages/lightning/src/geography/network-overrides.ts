/** The autonomous system of an address and the name of its provider. */
export interface Provider {
  asNumber: number | undefined;
  organization: string | undefined;
}

/** Networks that files list under another provider than the one that runs them. */
const prefixes = [
  { network: ipv4Number('170.75.160.0'), bits: 20, asNumber: 394_745, organization: 'Lunanode' },
  { network: ipv4Number('172.81.176.0'), bits: 21, asNumber: 394_745, organization: 'Lunanode' },
  { network: ipv4Number('50.7.0.0'), bits: 16, asNumber: 30_058, organization: 'FDCservers' },
  { network: ipv4Number('66.90.64.0'), bits: 18, asNumber: 30_058, organization: 'FDCservers' },
] as const;

/** Names of autonomous systems whose name differs between files. */
const names: ReadonlyMap<number, string> = new Map([[174, 'Cogent']]);

function ipv4Number(text: string): number {
  return text.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);
}

/** Returns the provider of an address: the one of the files, unless it is corrected here. @param host IPv4 or IPv6 */
export function overrideOf(host: string, provider: Provider): Provider {
  const number = host.includes(':') ? Number.NaN : ipv4Number(host);
  for (const { network, bits, asNumber, organization } of prefixes) {
    const size = 2 ** (32 - bits);
    if (number >= network && number < network + size) return { asNumber, organization };
  }
  const organization = names.get(provider.asNumber ?? -1) ?? provider.organization;
  return { asNumber: provider.asNumber, organization };
}
