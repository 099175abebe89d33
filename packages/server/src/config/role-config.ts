import { accessSync, constants, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ElementsNetworkName, elementsNetworks } from '@glassblock/primitives/elements';
import { type CassandraAddress, parseCassandraUrl } from '@glassblock/store';
import { reasonOf } from './config-file.ts';

/** Servers of the bus. */
export interface BusAddress {
  /** `host:port` */
  readonly servers: readonly string[];
  /** Copies of the journal's streams. */
  readonly replicas: number;
  readonly user: string | undefined;
  /** Never shown. */
  readonly password: string | undefined;
  /** Path of a file with a user's JWT and key (`nats creds`), which is read at each connection. */
  readonly credentials: string | undefined;
  /** Connections are encrypted, and the servers' certificates checked; undefined: only when a server demands it. */
  readonly tls: BusTls | undefined;
}

/** Paths of PEM files. */
export interface BusTls {
  /** Authorities of the servers' certificates; undefined: those of the system. */
  readonly caFile: string | undefined;
  /** Certificate and key of this process, for servers that check clients. */
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
}

/** A process that shares its work with others: it follows a node and writes, answers from the data of a follower, or runs the services. */
export interface SharedRole {
  readonly role: 'follow' | 'serve' | 'services';
  readonly bus: BusAddress;
  readonly store: CassandraAddress;
}

/** Settings that the role depends on. */
export interface RoleSettings {
  role: string;
  bus: string | undefined;
  store: CassandraAddress | undefined;
  /** Names of Bitcoin networks. */
  bitcoin: readonly string[];
  /** Names of Liquid networks. */
  liquid: readonly ElementsNetworkName[];
  hasDemo: boolean;
  hasServices: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultPort = 4222;
const maxReplicas = 5;
const fault = (text: string) => new Error(`${text}; expected nats://HOST[:PORT][,HOST[:PORT]..], or tls://`);

/**
 * Parses `nats://[USER@]HOST[:PORT][,HOST[:PORT]..][?replicas=N]`, or the same with `tls://`.
 * @param environment the password is `GLASSBLOCK_BUS_PASSWORD`, or in the file that `GLASSBLOCK_BUS_PASSWORD_FILE` names;
 * other files are named by `GLASSBLOCK_BUS_CREDENTIALS_FILE`, `_CA_FILE`, `_CERT_FILE` and `_KEY_FILE`
 * @throws {Error} with a sentence for the operator, without the password
 */
export function parseBusUrl(text: string, environment: Environment): BusAddress {
  const match = /^(nats|tls):\/\/(?:([^@/]*)@)?([^/?@]+)\/?(?:\?(.*))?$/.exec(text);
  if (match === null) throw fault('the address of the bus is not understood');
  const [, scheme, user, hosts, query] = match;
  if (user?.includes(':')) {
    throw new Error('the password of the bus does not belong in its address: set GLASSBLOCK_BUS_PASSWORD');
  }
  const servers = hosts!.split(',').map((host) => {
    if (!/^([\w.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(host)) throw fault(`${host} is not a host`);
    return /:\d+$/.test(host) ? host : `${host}:${defaultPort}`;
  });
  const replicas = Number(new URLSearchParams(query).get('replicas') ?? Math.min(3, servers.length));
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > maxReplicas) {
    throw fault(`replicas are a number from 1 to ${maxReplicas}`);
  }
  const named = (part: string) => readable(environment[`GLASSBLOCK_BUS_${part}_FILE`], part);
  const [file, credentials] = [named('PASSWORD'), named('CREDENTIALS')];
  const tls = { caFile: named('CA'), certFile: named('CERT'), keyFile: named('KEY') };
  if ((tls.certFile === undefined) !== (tls.keyFile === undefined)) {
    throw new Error('a certificate and its key go together: GLASSBLOCK_BUS_CERT_FILE and GLASSBLOCK_BUS_KEY_FILE');
  }
  const isEncrypted = scheme === 'tls';
  if (!isEncrypted && Object.values(tls).some((path) => path !== undefined)) {
    throw new Error('certificates need tls:// in its address');
  }
  if (credentials !== undefined && user !== undefined) {
    throw new Error('GLASSBLOCK_BUS_CREDENTIALS_FILE names the user: leave it out of the address');
  }
  return {
    servers,
    replicas,
    user: user === undefined || user === '' ? undefined : decodeURIComponent(user),
    password: file === undefined ? environment['GLASSBLOCK_BUS_PASSWORD'] : readFileSync(file, 'utf8').trim(),
    credentials,
    tls: isEncrypted ? tls : undefined,
  };
}

/** @throws {Error} without the path when the file cannot be read */
function readable(path: string | undefined, part: string): string | undefined {
  if (path === undefined || path === '') return undefined;
  try {
    accessSync(path, constants.R_OK);
    return resolve(path);
  } catch (cause) {
    throw new Error(`the file of GLASSBLOCK_BUS_${part}_FILE ${reasonOf(cause)}`);
  }
}

/**
 * Returns the role of a process that shares its work; undefined: it does everything itself. Adds contradictory settings
 * to the faults.
 */
export function sharedRoleOf(
  settings: RoleSettings,
  environment: Environment,
  faults: string[],
): SharedRole | undefined {
  const { role, bus, store } = settings;
  if (role !== 'all' && role !== 'follow' && role !== 'serve' && role !== 'services') {
    faults.push(`role: "${role.slice(0, 40)}" is not one of all, follow, serve, services`);
    return undefined;
  }
  if (role === 'all') {
    if (bus !== undefined) faults.push('bus: needs --role follow, serve or services; one process needs no bus');
    return undefined;
  }
  const lacks = [
    ...(bus === undefined ? [`needs --bus, by which ${role === 'follow' ? 'it is read' : 'it follows'}`] : []),
    // an address that is not understood has a fault of its own
    ...(store === undefined ? ['needs --store: all processes use the index in one cluster'] : []),
    ...(settings.hasDemo ? ['needs --node: the demo runs in one process'] : []),
    ...(role === 'follow' ? followerFaults(settings) : []),
    ...(role === 'services' && settings.bitcoin.length + settings.liquid.length > 1
      ? ['it has one network, that of the services']
      : []),
    ...(role === 'services' && !settings.hasServices ? ['needs the setting services'] : []),
  ];
  faults.push(...lacks.map((sentence) => `role ${role}: ${sentence}`));
  if (bus === undefined) return undefined;
  try {
    const address = parseBusUrl(bus, environment);
    return store === undefined ? undefined : { role, bus: address, store };
  } catch (error) {
    faults.push(`bus: ${(error as Error).message}`);
    return undefined;
  }
}

/** A follower of a Liquid network reads its parent chain, which another one follows. */
function followerFaults({ bitcoin, liquid }: RoleSettings): string[] {
  const [name] = liquid;
  if (liquid.length > 1 || (name === undefined && bitcoin.length > 1)) {
    return ['one follower has one network; start one for each'];
  }
  if (name === undefined) return [];
  const parent = elementsNetworks[name].parent?.name;
  if (bitcoin.every((one) => one === parent)) return [];
  const allowed = parent === undefined ? 'no other network' : `only ${parent}, its parent chain,`;
  return [`a follower of ${name} has ${allowed} beside it; start another one for each Bitcoin network`];
}

/** Parses the address of the cluster. @param faults gets an error of the address */
export function storeOf(
  text: string | undefined,
  environment: Environment,
  hasDemo: boolean,
  faults: string[],
): CassandraAddress | undefined {
  if (text === undefined) return undefined;
  if (hasDemo) faults.push('store: the demo makes another chain at each start; its index cannot be in a cluster');
  try {
    return parseCassandraUrl(text, environment);
  } catch (error) {
    faults.push(`store: ${(error as Error).message}`);
    return undefined;
  }
}
