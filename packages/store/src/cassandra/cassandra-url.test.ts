import { describe, expect, it } from 'vitest';
import { Buckets } from './buckets.ts';
import { parseCassandraUrl } from './cassandra-url.ts';

describe('the address of a cluster', () => {
  it('has hosts, a keyspace, and optionally a user, a data center and replicas', () => {
    expect(parseCassandraUrl('cassandra://10.0.0.1/explorer', {})).toEqual({
      contactPoints: ['10.0.0.1:9042'],
      keyspace: 'explorer',
      dataCenter: undefined,
      replicas: 1,
      user: undefined,
      password: undefined,
    });
    const environment = { GLASSBLOCK_CASSANDRA_PASSWORD: 'secret' };
    const text = 'cassandra://me@a:1,b.example,[::1]:9043/gb_1?dc=dc1&replicas=2';
    expect(parseCassandraUrl(text, environment)).toEqual({
      contactPoints: ['a:1', 'b.example:9042', '[::1]:9043'],
      keyspace: 'gb_1',
      dataCenter: 'dc1',
      replicas: 2,
      user: 'me',
      password: 'secret',
    });
  });

  it.each([
    ['http://a/b', 'the store address is not understood'],
    ['cassandra://a', 'the store address is not understood'],
    ['cassandra://a/Upper', 'a keyspace has up to 48 lower case letters'],
    ['cassandra://a,b c/x', 'b c is not a host'],
    ['cassandra://a/x?replicas=0', 'replicas are a number from 1 to 9'],
  ])('is refused with a sentence: %s', (text, sentence) => {
    expect(() => parseCassandraUrl(text, {})).toThrow(sentence);
  });

  it('has no password, and does not repeat one', () => {
    expect(() => parseCassandraUrl('cassandra://me:hunter2@a/x', {})).toThrow(
      /^(?!.*hunter2).*GLASSBLOCK_CASSANDRA_PASSWORD/,
    );
  });
});

describe('buckets', () => {
  const buckets = new Buckets([
    { name: 'wide', id: 7, partitionBytes: 9, sortBytes: 4 },
    { name: 'narrow', id: 8, partitionBytes: 1, sortBytes: 0 },
  ]);
  const bytes = (...values: number[]) => new Uint8Array(values);

  it('are the id and up to three bytes of the partition; the id alone for tables that are not listed', () => {
    expect(buckets.of(bytes(7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0))).toEqual(bytes(7, 1, 2, 3));
    expect(buckets.of(bytes(8, 1, 9, 9, 9, 9))).toEqual(bytes(8, 1));
    expect(buckets.of(bytes(241, 0, 0, 0, 5))).toEqual(bytes(241));
  });

  it.each<[string, Uint8Array, Uint8Array, Uint8Array | undefined]>([
    ['inside one', bytes(7, 1, 2, 3, 4), bytes(7, 1, 2, 3, 5), bytes(7, 1, 2, 3)],
    ['up to its end', bytes(7, 1, 2, 3), bytes(7, 1, 2, 4), bytes(7, 1, 2, 3)],
    ['up to its end, with a carry', bytes(7, 1, 2, 255), bytes(7, 1, 3), bytes(7, 1, 2, 255)],
    ['one key further', bytes(7, 1, 2, 3), bytes(7, 1, 2, 4, 0), undefined],
    ['a whole table', bytes(7), bytes(8), undefined],
  ])('hold a range: %s', (_name, gte, lt, expected) => {
    expect(buckets.only(gte, lt)).toEqual(expected);
  });
});
