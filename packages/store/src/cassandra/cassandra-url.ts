import { readFileSync } from 'node:fs';

/** Where the rows of a store are: a keyspace of a cluster. */
export interface CassandraAddress {
  /** `host:port` of some nodes; the driver discovers the others through them. */
  readonly contactPoints: readonly string[];
  readonly keyspace: string;
  /** Data center of the nodes that are used; undefined: that of the first contact point. */
  readonly dataCenter: string | undefined;
  /** Replicas of each row, used when the keyspace is created. */
  readonly replicas: number;
  readonly user: string | undefined;
  /** Never shown. */
  readonly password: string | undefined;
}

const defaultPort = 9042;
const fault = (text: string) => new Error(`${text}; expected cassandra://HOST[:PORT][,HOST[:PORT]..]/KEYSPACE`);

/**
 * Parses `cassandra://[USER@]HOST[:PORT][,HOST[:PORT]..]/KEYSPACE[?dc=NAME&replicas=N]`.
 * @param environment the password is `GLASSBLOCK_CASSANDRA_PASSWORD`, or in the file that `GLASSBLOCK_CASSANDRA_PASSWORD_FILE` names
 * @throws {Error} with a sentence for the operator, without the password
 */
export function parseCassandraUrl(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): CassandraAddress {
  const match = /^cassandra:\/\/(?:([^@/]*)@)?([^/?]+)\/([^/?]+)(?:\?(.*))?$/.exec(text);
  if (match === null) throw fault('the store address is not understood');
  const [, credentials, hosts, keyspace, query] = match;
  if (credentials?.includes(':')) {
    throw new Error('the password of the store does not belong in its address: set GLASSBLOCK_CASSANDRA_PASSWORD');
  }
  if (!/^[a-z][a-z0-9_]{0,47}$/.test(keyspace!)) {
    throw fault('a keyspace has up to 48 lower case letters, digits and underscores');
  }
  const contactPoints = hosts!.split(',').map((host) => {
    if (!/^([\w.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(host)) throw fault(`${host} is not a host`);
    return /:\d+$/.test(host) ? host : `${host}:${defaultPort}`;
  });
  const params = new URLSearchParams(query);
  const replicas = Number(params.get('replicas') ?? Math.min(3, contactPoints.length));
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > 9) throw fault('replicas are a number from 1 to 9');
  const file = environment['GLASSBLOCK_CASSANDRA_PASSWORD_FILE'];
  return {
    contactPoints,
    keyspace: keyspace!,
    dataCenter: params.get('dc') ?? undefined,
    replicas,
    user: credentials === undefined || credentials === '' ? undefined : decodeURIComponent(credentials),
    password: file === undefined ? environment['GLASSBLOCK_CASSANDRA_PASSWORD'] : readFileSync(file, 'utf8').trim(),
  };
}
