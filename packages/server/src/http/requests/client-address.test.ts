import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAddressLimits } from './address-limits.ts';
import { addressKey, createClientAddress } from './client-address.ts';

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    connection: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('client address', () => {
  it.each([
    // without trusted proxies headers are not used
    [[], '203.0.113.7', '10.0.0.1', '203.0.113.7'],
    [[], '127.0.0.1', '198.51.100.1', '127.0.0.1'],
    [['loopback'], '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    // the client wrote the left part itself
    [['loopback'], '127.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    [['loopback', '10.0.0.0/8'], '127.0.0.1', '1.2.3.4, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
    // a client that is no proxy
    [['loopback'], '198.51.100.9', '1.2.3.4', '198.51.100.9'],
    [['loopback'], '127.0.0.1', undefined, '127.0.0.1'],
    // connections that their clients have reset
    [[], undefined, undefined, ''],
    [['loopback'], undefined, '1.2.3.4', ''],
    // proxies that append ports
    [['loopback', '10.0.0.0/8'], '127.0.0.1', '1.2.3.4, 198.51.100.1:5000, 10.1.2.3:6000', '198.51.100.1:5000'],
    [['loopback', '2001:db8::/32'], '127.0.0.1', '198.51.100.1, [2001:db8::1]:6000', '198.51.100.1'],
  ] as const)('with trusted %j, connection %s and X-Forwarded-For %s is %s', (trusted, remote, forwarded, expected) => {
    expect(createClientAddress(trusted)(request(remote, forwarded))).toBe(expected);
  });

  it('rejects a text that is not an address', () => {
    expect(() => createClientAddress(['example.org'])).toThrow(/invalid IP address/);
  });
});

describe('addressKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    [undefined, ''],
    ['192.0.2.1:49152', '192.0.2.1'],
    ['[2001:db8::1]:49152', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['unknown:1', 'unknown:1'],
  ])('of %s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('address limits', () => {
  it('give each address its own places, which are free again once', () => {
    const limits = createAddressLimits({ socket: 2, 'event-stream': 1, page: 1 }, 0);
    const first = limits.open('socket', 'a');
    limits.open('socket', 'a');
    expect(limits.open('socket', 'a')).toBeUndefined();
    expect(limits.open('socket', 'b')).toBeDefined();
    expect(limits.open('event-stream', 'a')).toBeDefined();
    first?.();
    first?.();
    expect(limits.open('socket', 'a')).toBeDefined();
    expect(limits.open('socket', 'a')).toBeUndefined();
  });

  it('bound the upgrades of an address in a minute', () => {
    const limits = createAddressLimits({ socket: 9, 'event-stream': 9, page: 9 }, 2);
    expect([1, 2, 3].map(() => limits.upgrade('a'))).toEqual([true, true, false]);
    expect(limits.upgrade('b')).toBe(true);
  });
});
