import type { AddressInfo, ScripthashInfo, Tx, Vout } from '@glassblock/contract';
import pLimit from 'p-limit';
import { openWallet, type Wallet, type WalletTx } from '../live/reducers/fold-wallet.ts';
import { api } from '../url.ts';
import { type AddressList, addressList } from '../wallet/address-list.ts';
import { isSecret } from '../wallet/secret-text.ts';
import type { Api } from './answer.ts';
import { isPublicKey } from './search/public-key.ts';
import { walletIn } from './search/recognise.ts';
import { keyScript, scriptHash } from './search/script-hash.ts';

/** An address of a group. */
interface WalletEntry {
  address: string;
  /** Sats including unconfirmed ones; undefined when the lookup failed. */
  sats: number | undefined;
  /** The lookup failed and will not succeed later: not an address of this network. */
  isInvalid?: boolean;
}

/** Loaded data of a group of addresses. */
export interface WalletData {
  entries: readonly WalletEntry[];
  /** Number of addresses above the limit of a page. */
  left: number;
  /** Confirmed sats of all addresses. */
  confirmed: number;
  /** Unconfirmed transactions, reduced to the fields that balances need. */
  pending: readonly WalletTx[];
  isPartial: boolean;
  /** The list has a private key or seed phrase: nothing was looked up. */
  hasSecret: boolean;
}

const concurrency = 8;
/** Maximum addresses with a list of unconfirmed transactions, and its length: the page carries them. */
const maxPendingLists = 20;
const pendingPage = 25;

/**
 * Loads each address of a list once, with unconfirmed transactions where there are any. Extended keys and descriptors are
 * invalid, and not sent to the server; with a private key or seed phrase the list counts as empty.
 */
export async function loadWallet(ask: Api, prefix: string, text: string): Promise<WalletData> {
  const hasSecret = isSecret(text);
  const { addresses, left }: AddressList = hasSecret ? { addresses: [], left: 0 } : addressList(text);
  let lists = 0;
  const found = await pLimit(concurrency).map(addresses, async (address) => {
    if (walletIn(address) !== undefined) return { address, isInvalid: true };
    const script = isPublicKey(address)
      ? { kind: 'scripthash' as const, id: await scriptHash(keyScript(address)) }
      : { kind: 'address' as const, id: address };
    const info = await ask.get<AddressInfo | ScripthashInfo>(api.script(prefix, script));
    if (!info.ok) return { address, isInvalid: info.status >= 400 && info.status < 500 && info.status !== 429 };
    const { chain_stats: chain, mempool_stats: mempool } = info.body;
    const confirmed = chain.funded_txo_sum - chain.spent_txo_sum;
    const isListed = mempool.tx_count > 0 && ++lists <= maxPendingLists;
    const waits = isListed ? await ask.get<Tx[]>(api.scriptMempoolTxs(prefix, script, pendingPage)) : undefined;
    const pending = waits?.ok ? waits.body : [];
    return {
      address,
      sats: confirmed + mempool.funded_txo_sum - mempool.spent_txo_sum,
      confirmed,
      pending,
      isPartial: pending.length < mempool.tx_count,
    };
  });
  const pending = new Map(found.flatMap((each) => each.pending ?? []).map((tx) => [tx.txid, cut(tx)]));
  return {
    entries: found.map(({ address, sats, isInvalid }) => ({ address, sats, ...(isInvalid && { isInvalid }) })),
    left,
    confirmed: found.reduce((sum, each) => sum + (each.confirmed ?? 0), 0),
    pending: [...pending.values()],
    isPartial: found.some((each) => each.isPartial),
    hasSecret,
  };
}

/** Keeps the fields that `foldWallet` reads, so that a page does not carry whole transactions. */
function cut({ txid, vin, vout, status }: Tx): WalletTx {
  const output = ({ scriptpubkey, scriptpubkey_address, value }: Vout) => ({
    scriptpubkey,
    ...(scriptpubkey_address !== undefined && { scriptpubkey_address }),
    value,
  });
  return {
    txid,
    vin: vin.map(({ prevout }) => ({ prevout: prevout && output(prevout) })),
    vout: vout.map(output),
    status: { confirmed: status.confirmed },
  };
}

/** Returns the initial state for live updates, without failed addresses. */
export function walletOf({ entries, confirmed, pending, isPartial }: WalletData): Wallet {
  return openWallet({
    places: new Map(
      entries.flatMap(({ address, sats }, place) =>
        sats === undefined ? [] : [[isPublicKey(address) ? keyScript(address) : address, place] as const],
      ),
    ),
    balances: entries.map(({ sats }) => sats ?? 0),
    confirmed,
    pending,
    isPartial,
  });
}
