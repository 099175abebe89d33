import { addressOf, CodedError, isCoded, type NetworkRow, parseAddress } from '@glassblock/primitives';
import { addressList } from './address-list.ts';
import { type Descriptor, readDescriptor } from './descriptor.ts';
import { publicKeyOf, readAccountKey, type SingleKind, singleKinds } from './extended-key.ts';
import { singleKeyScript } from './output-scripts.ts';
import { isSecret } from './secret-text.ts';

/** A sequence of addresses that are used one after the other. */
export interface Chain {
  /** Label of its addresses: `wpkh /0`; empty for a list. */
  name: string;
  /** Receiving addresses, in contrast to change. */
  isReceiving: boolean;
  /** Number of addresses; undefined: unlimited. */
  length: number | undefined;
  /** @returns undefined when there is none */
  addressAt(index: number): string | undefined;
}

/** Parsed input of the wallet page. */
export interface WalletSource {
  kind: 'key' | 'descriptor' | 'list';
  chains: readonly Chain[];
  /** Addresses of a list above the limit. */
  left: number;
}

const maxTextLength = 200_000;
const maxDescriptors = 10;

/**
 * Parses an extended public key, descriptors (one per line), or a list of addresses.
 * @param kinds script types for an xpub or tpub
 * @param network network of the addresses
 */
export function readSource(text: string, kinds: readonly SingleKind[], network: NetworkRow): WalletSource {
  const typed = text.trim();
  if (typed === '' || typed.length > maxTextLength) throw new CodedError('desk.nothing', 'empty or too long');
  if (isSecret(typed)) throw new CodedError('desk.secret', 'a private key');
  if (/^[a-z]{2,5}\(/.test(typed)) return fromDescriptors(typed, network);
  const key = /^(?:\[[0-9a-fA-F/h'H]{8,200}\])?([xyztuvXYZTUV]pub[0-9A-Za-z]+)$/.exec(typed)?.[1];
  return key === undefined ? fromList(typed, network) : fromKey(key, kinds, network);
}

function fromKey(text: string, kinds: readonly SingleKind[], network: NetworkRow): WalletSource {
  const account = readAccountKey(text);
  checkNetwork(account.isTest, network);
  if (account.kind === 'multi') throw new CodedError('desk.shared', 'one key of a multisig account');
  const used = account.kind === undefined ? (kinds.length === 0 ? singleKinds : kinds) : [account.kind];
  return {
    kind: 'key',
    left: 0,
    chains: used.flatMap((kind) =>
      [0, 1].map((branch) => {
        const parent = account.key.deriveChild(branch);
        return chain(`${kindNames[kind]} /${branch}`, branch === 0, undefined, network, (index) =>
          singleKeyScript(kind, publicKeyOf(parent.deriveChild(index))),
        );
      }),
    ),
  };
}

/** Display names of script types. */
export const kindNames: Readonly<Record<SingleKind, string>> = {
  pkh: 'P2PKH',
  'sh-wpkh': 'P2SH-P2WPKH',
  wpkh: 'P2WPKH',
  tr: 'P2TR',
};

function fromDescriptors(text: string, network: NetworkRow): WalletSource {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > maxDescriptors) throw new CodedError('desk.nothing', 'too many descriptors');
  const chains = lines.flatMap((line, place) => {
    const descriptor: Descriptor = readDescriptor(line);
    if (descriptor.isTest !== undefined) checkNetwork(descriptor.isTest, network);
    return Array.from({ length: descriptor.branches }, (_, branch) =>
      chain(
        descriptor.branches > 1 ? `${place + 1} /${branch}` : String(place + 1),
        descriptor.branches > 1 ? branch === 0 : place === 0,
        descriptor.isRanged ? undefined : 1,
        network,
        (index) => descriptor.scriptAt(branch, index),
      ),
    );
  });
  return { kind: 'descriptor', chains, left: 0 };
}

function fromList(text: string, network: NetworkRow): WalletSource {
  const { addresses, left } = addressList(text);
  for (const address of addresses) {
    try {
      parseAddress(address, network);
    } catch (cause) {
      if (!isCoded(cause)) throw cause;
      throw new CodedError('desk.address', 'no address of this network', { datum: address.slice(0, 90), cause });
    }
  }
  const list: Chain = {
    name: '',
    isReceiving: false,
    length: addresses.length,
    addressAt: (index) => addresses[index],
  };
  return { kind: 'list', chains: [list], left };
}

function chain(
  name: string,
  isReceiving: boolean,
  length: number | undefined,
  network: NetworkRow,
  scriptAt: (index: number) => Uint8Array,
): Chain {
  return { name, isReceiving, length, addressAt: (index) => addressOf(scriptAt(index), network) };
}

/** Extended keys state whether they are for mainnet or test networks. */
function checkNetwork(isTest: boolean, network: NetworkRow): void {
  if (isTest !== (network.bech32 !== 'bc')) throw new CodedError('desk.network', 'the key is for another network');
}
