import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type NodeAddress, parseNodeUrl } from '@glassblock/node';
import { CodedError, isCoded, type NetworkName, networks } from '@glassblock/primitives';
import { type ElementsNetworkName, elementsNetworks } from '@glassblock/primitives/elements';
import type { Static } from 'typebox';
import { type AssetPaths, isAssetUrl } from '../network/liquid/asset-files.ts';
import type { LightningSettings } from '../sources/lightning/open-lightning.ts';
import { type ConfigFile, type NodeFile, quoted, reasonOf } from './config-file.ts';
import type { Environment, Flags } from './flags.ts';

/** One network to follow and to serve. */
export interface NetworkConfig {
  name: NetworkName;
  /** Absent for the demo, whose node is simulated in this process. */
  node: NodeAddress | undefined;
  /** Optional contents of the index; fixed when it is created. */
  stored: { ids: boolean; bodies: boolean };
  /** Lightning nodes; undefined: none. */
  lightning: LightningSettings | undefined;
}

/** A Liquid network to follow and to serve. */
export interface LiquidNetworkConfig extends AssetPaths {
  name: ElementsNetworkName;
  node: NodeAddress;
}

/** The demo's network is started with the demo. */
const servableNames = Object.keys(elementsNetworks).filter((name) => name !== 'liquiddemo');

/** Whether a network is one of Elements. */
export const isElementsName = (name: string): name is ElementsNetworkName => Object.hasOwn(elementsNetworks, name);

/** Whether a Bitcoin network is configured; without any, the demo is started. */
export const namesBitcoin = (file: ConfigFile, { node, network }: Flags, environment: Environment): boolean =>
  node !== undefined || network === 'demo' || environment['GLASSBLOCK_NODE'] !== undefined || file.networks.length > 0;

/** The URL of an Elements node; `demo`: a simulated one, the default of the demo; `off`: not even that. */
export const givenLiquid = ({ liquid }: Flags, environment: Environment) => liquid ?? environment['GLASSBLOCK_LIQUID'];

/** Liquid networks of the file; the flag replaces or adds one. */
export function liquidNetworksOf(
  file: ConfigFile,
  flags: Flags,
  environment: Environment,
  faults: string[],
): LiquidNetworkConfig[] {
  const given = file.networks.filter(({ name }) => isElementsName(name));
  const url = givenLiquid(flags, environment);
  const name = flags.liquidNetwork ?? environment['GLASSBLOCK_LIQUID_NETWORK'] ?? 'liquid';
  if (!isElementsName(name)) {
    faults.push(`--liquid-network: ${quoted(name)} is not one of ${servableNames.join(', ')}`);
  } else if (url !== undefined && url !== 'demo' && url !== 'off') {
    const { assetRegistry, assetIcons, featuredAssets } = given.find((network) => network.name === name) ?? {};
    const registry = flags.assetRegistry ?? environment['GLASSBLOCK_ASSET_REGISTRY'] ?? assetRegistry;
    const files = {
      ...(registry === undefined ? {} : { assetRegistry: registry }),
      ...(assetIcons === undefined ? {} : { assetIcons }),
      ...(featuredAssets === undefined ? {} : { featuredAssets }),
    };
    const own = {
      name,
      node: url,
      txids: true,
      bodies: 'node' as const,
      lnd: [],
      cln: [],
      lightningGroups: [],
      ...files,
    };
    const others = given.filter((network) => network.name !== name);
    given.splice(0, given.length, own, ...others);
  } else {
    const needing = { 'liquid-network': flags.liquidNetwork, 'asset-registry': flags.assetRegistry };
    for (const [flag, text] of Object.entries(needing))
      if (text !== undefined) faults.push(`--${flag}: needs --liquid`);
  }
  return given.flatMap((network) => {
    const node = nodeAddress(network, faults);
    const pathOf = (path: string | undefined) => (path === undefined || isAssetUrl(path) ? path : resolve(path));
    const files: AssetPaths = {
      assetRegistry: pathOf(network.assetRegistry),
      assetIcons: pathOf(network.assetIcons),
      featuredAssets: pathOf(network.featuredAssets),
    };
    for (const [setting, source] of Object.entries(files)) {
      if (source !== undefined && isAssetUrl(source) && !isPlainUrl(source))
        faults.push(`networks: ${setting} of ${network.name} is not a URL, or has a user name`);
    }
    return node === undefined ? [] : [{ name: network.name as ElementsNetworkName, node, ...files }];
  });
}

/** Requests refuse URLs with a user name; messages show only the host. */
const isPlainUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && url.username === '' && url.password === '';
};

/** Bitcoin networks of the file; the flags replace or add one. Without any, the demo. */
export function networksOf(
  file: ConfigFile,
  flags: Flags,
  environment: Environment,
  faults: string[],
): NetworkConfig[] {
  const url = flags.node ?? environment['GLASSBLOCK_NODE'];
  const given: Static<typeof NodeFile>[] = [...file.networks];
  if (url !== undefined) {
    // a Liquid network at the root does not name this node
    const names = [flags.network, environment['GLASSBLOCK_NETWORK'], file.rootNetwork];
    const name = names.find((one) => one !== undefined && !isElementsName(one)) ?? 'mainnet';
    const {
      GLASSBLOCK_NODE_USER: user,
      GLASSBLOCK_NODE_PASSWORD: password,
      GLASSBLOCK_NODE_PASSWORD_FILE: passwordFile,
    } = environment;
    const own: Static<typeof NodeFile> = {
      name,
      node: url,
      txids: true,
      bodies: 'node',
      lnd: [],
      cln: [],
      lightningGroups: [],
      ...retentionOf(given.find((network) => network.name === name)),
    };
    if (user !== undefined) own.user = user;
    if (password !== undefined) own.password = password;
    if (passwordFile !== undefined) own.passwordFile = passwordFile;
    const cookie = flags.cookie ?? environment['GLASSBLOCK_NODE_COOKIE'];
    if (cookie !== undefined) own.cookie = cookie;
    const zmq = flags.zmq ?? environment['GLASSBLOCK_ZMQ'];
    if (zmq !== undefined) own.zmq = zmq;
    const blocksDir = flags.blocksDir ?? environment['GLASSBLOCK_BLOCKS_DIR'];
    if (blocksDir !== undefined) own.blocksDir = blocksDir;
    Object.assign(own, lightningFlags(flags, environment, faults));
    const others = given.filter((network) => network.name !== name);
    given.splice(0, given.length, own, ...others);
  } else {
    const needing = {
      zmq: flags.zmq,
      cookie: flags.cookie,
      'blocks-dir': flags.blocksDir,
      lnd: flags.lnd,
      cln: flags.cln,
      'geoip-city': flags.geoipCity,
      'geoip-asn': flags.geoipAsn,
      'geoip-isp': flags.geoipIsp,
    };
    for (const [name, value] of Object.entries(needing)) {
      if (value !== undefined) faults.push(`--${name}: needs --node`);
    }
  }
  if (given.length === 0) {
    if (flags.network !== undefined && flags.network !== 'demo') faults.push('--network: needs --node');
    return [{ name: 'demo', node: undefined, stored: { ids: true, bodies: true }, lightning: undefined }];
  }
  const geography = geographyOf(file, flags, environment);
  return given.map((network) => ({
    name: networkName(network.name, faults),
    node: nodeAddress(network, faults),
    stored: { ids: network.txids, bodies: network.bodies === 'own' },
    lightning: lightningOf(network, geography),
  }));
}

/** Index settings of the file when the node comes from elsewhere. */
function retentionOf(network: Static<typeof NodeFile> | undefined): Partial<Static<typeof NodeFile>> {
  if (network === undefined) return {};
  const { txids, bodies, lnd, cln, lightningGroups } = network;
  return { txids, bodies, lnd, cln, lightningGroups };
}

/** Lightning nodes of the flags; they replace those of the file. */
function lightningFlags(
  { lnd, lndMacaroon, lndCert, cln }: Flags,
  environment: Environment,
  faults: string[],
): Partial<Static<typeof NodeFile>> {
  const url = lnd ?? environment['GLASSBLOCK_LND'];
  const macaroon = lndMacaroon ?? environment['GLASSBLOCK_LND_MACAROON'];
  const cert = lndCert ?? environment['GLASSBLOCK_LND_CERT'];
  const socket = cln ?? environment['GLASSBLOCK_CLN'];
  if (url === undefined && (macaroon !== undefined || cert !== undefined)) {
    faults.push('--lnd-macaroon, --lnd-cert: need --lnd');
  }
  if (url !== undefined && !/^https?:\/\/[^/?#@]+\/?$/.test(url)) {
    faults.push(`--lnd: ${quoted(url)} does not look like https://host:port`);
  }
  const files = { ...(macaroon === undefined ? {} : { macaroon }), ...(cert === undefined ? {} : { cert }) };
  return {
    ...(url === undefined ? {} : { lnd: [{ url, ...files }] }),
    ...(socket === undefined ? {} : { cln: [socket] }),
  };
}

const fileOf = (file: string | undefined) => (file === undefined ? undefined : resolve(file));

/** Geographic files of the flags, of the environment and of the configuration file. */
function geographyOf({ geoip }: ConfigFile, flags: Flags, environment: Environment): LightningSettings['geography'] {
  return {
    city: fileOf(flags.geoipCity ?? environment['GLASSBLOCK_GEOIP_CITY'] ?? geoip.city),
    asn: fileOf(flags.geoipAsn ?? environment['GLASSBLOCK_GEOIP_ASN'] ?? geoip.asn),
    isp: fileOf(flags.geoipIsp ?? environment['GLASSBLOCK_GEOIP_ISP'] ?? geoip.isp),
  };
}

function lightningOf(
  { lnd, cln, lightningGroups }: Static<typeof NodeFile>,
  geography: LightningSettings['geography'],
): LightningSettings | undefined {
  if (lnd.length + cln.length === 0) return undefined;
  return {
    lnd: lnd.map(({ url, macaroon, cert }) => ({
      url: url.replace(/\/$/, ''),
      macaroonFile: fileOf(macaroon),
      certificateFile: fileOf(cert),
    })),
    cln: cln.map((socket) => resolve(socket)),
    geography,
    groups: lightningGroups,
  };
}

function networkName(text: string, faults: string[]): NetworkName {
  if (Object.hasOwn(networks, text)) return text as NetworkName;
  faults.push(`network: ${quoted(text)} is not one of ${Object.keys(networks).join(', ')}`);
  return 'mainnet';
}

function nodeAddress(network: Static<typeof NodeFile>, faults: string[]): NodeAddress | undefined {
  if (network.node === undefined) {
    if (network.name !== 'demo') faults.push(`networks.${network.name}: "node" is missing`);
    return undefined;
  }
  try {
    const address = parseNodeUrl(network.node);
    if (network.user !== undefined) address.user = network.user;
    if (network.password !== undefined) address.password = network.password;
    if (network.passwordFile !== undefined) address.password = readPassword(network.passwordFile);
    if (network.cookie !== undefined) address.cookieFile = network.cookie;
    if (network.blocksDir !== undefined) address.blocksDir = network.blocksDir;
    if (network.zmq !== undefined) {
      if (/^(tcp:\/\/.+:\d+|ipc:\/\/.+)$/.test(network.zmq)) address.zmq = network.zmq;
      else faults.push(`--zmq: ${quoted(network.zmq)} does not look like tcp://host:port`);
    }
    return address;
  } catch (error) {
    faults.push(
      `networks.${network.name}: ${isCoded(error) || error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

/** @throws {CodedError} config.wrong, without the path */
function readPassword(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new CodedError('config.wrong', `the password file ${reasonOf(cause)}`, { cause });
  }
}
