import { WebConfig } from '@glassblock/contract';
import { displayHash, networks } from '@glassblock/primitives';
import { type ElementsNetworkName, elementsNetworks } from '@glassblock/primitives/elements';
import { Value } from 'typebox/value';
import type { ConfigFile } from './config-file.ts';
import type { LiquidNetworkConfig, NetworkConfig } from './network-config.ts';
import type { ServicesConfig } from './services-config.ts';
import { hasPasskeys } from './sign-in-config.ts';

/** Enabled in the demo by default. */
export const searchesAddresses = (file: ConfigFile, named: readonly NetworkConfig[]): boolean =>
  file.addressSearch ?? named.some(({ name }) => name === 'demo');

/** Enabled in the demo. */
const hasLightning = ({ node, lightning }: NetworkConfig): boolean => node === undefined || lightning !== undefined;

/** Returns the account settings of pages. */
export function accountsOf(services: ServicesConfig | undefined, root: string): Pick<WebConfig, 'accounts'> {
  if (services === undefined) return {};
  const { network, signIn } = services;
  return {
    accounts: {
      prefix: network === root ? '' : `/${network}`,
      emailLinks: signIn.mail !== undefined,
      signUp: signIn.mail !== undefined && signIn.signUp,
      passkeys: hasPasskeys(signIn),
      faucets: services.faucets.map((faucet) => faucet.network),
    },
  };
}

/** Returns the account settings of the demo, which opens its services without a configuration. */
export const demoAccountsOf = (root: string): Pick<WebConfig, 'accounts'> => ({
  accounts: {
    prefix: root === 'demo' ? '' : '/demo',
    emailLinks: false,
    signUp: false,
    passkeys: false,
    simulated: true,
    faucets: [],
  },
});

/** Returns the settings of the site and its networks for pages. */
export function webConfig(
  file: ConfigFile,
  named: readonly NetworkConfig[],
  liquid: readonly LiquidNetworkConfig[],
  root: string,
  liquidDemo: boolean,
): WebConfig {
  const served = (name: string) => [...named, ...liquid].some((network) => network.name === name);
  const defaults = Value.Default(WebConfig, {}) as WebConfig;
  return {
    ...defaults,
    mainnetEnabled: served('mainnet'),
    testnetEnabled: served('testnet'),
    testnet4Enabled: served('testnet4'),
    signetEnabled: served('signet'),
    regtestEnabled: served('regtest'),
    liquidEnabled: served('liquid'),
    liquidTestnetEnabled: served('liquidtestnet'),
    // enabled in the demo
    audit: served('demo'),
    addressSearch: searchesAddresses(file, named),
    lightning: named.some(hasLightning),
    ...file.web,
    basePath: file.basePath,
    rootNetwork: root,
    baseModule: file.baseModule,
    networks: [
      ...named.map((network) => ({
        name: network.name,
        label: networks[network.name].label,
        path: network.name === root ? '' : networks[network.name].path || network.name,
        demo: network.name === 'demo',
        lightning: hasLightning(network),
      })),
      ...liquid.map(({ name }) => liquidRow(name, root)),
      ...(liquidDemo ? [liquidRow('liquiddemo', root)] : []),
    ],
  };
}

/** The demo sells simulated accelerations. */
export const withServices = (servicesNetwork: string | undefined) =>
  servicesNetwork === undefined ? {} : { servicesNetwork };

function liquidRow(name: ElementsNetworkName, root: string): WebConfig['networks'][number] {
  const { label, path, nativeAsset, nativeTicker, parent } = elementsNetworks[name];
  const asset = displayHash(nativeAsset);
  return {
    name,
    label,
    path: name === root ? '' : path,
    demo: name === 'liquiddemo',
    lightning: false,
    liquid: { asset, ticker: nativeTicker, ...(parent && { parent: parent.name }) },
  };
}
