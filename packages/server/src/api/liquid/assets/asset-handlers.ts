import type { IssuedAsset, LiquidTx, NativeAsset } from '@glassblock/contract/liquid';
import { compareTxNumbers, type TxNumber } from '@glassblock/index';
import { type AssetTotals, addTotals, type ElementsView, supplyOf } from '@glassblock/index/elements';
import type { RegistryAsset } from '@glassblock/liquid';
import { CodedError, displayHash, equalBytes, hashFromDisplay } from '@glassblock/primitives';
import { statusIn } from '../../../network/chain/chain-reader.ts';
import { type LiquidContext, withLiquidIndex } from '../../../network/liquid/liquid-context.ts';
import { type LiquidMempoolTx, mempoolTxsOfAsset, pendingTotals } from '../../../network/liquid/liquid-mempool.ts';
import { unconfirmed } from '../../presenters/present-tx.ts';
import { type LiquidHandlers, value } from '../liquid-call.ts';
import { confirmedTxs, stillUnconfirmed, unconfirmedTxs } from '../liquid-lists.ts';
import { presentAssetStats, presentNativeStats } from '../present-liquid.ts';
import { registryEntry } from './registry-entry.ts';

const chainPage = 25;
const mempoolPage = 50;
const nativeDecimals = 8;

const noAsset = (id: string) => new CodedError('asset.not-found', 'no such asset', { datum: id });

const isNative = ({ network }: LiquidContext, id: string) => id === displayHash(network.nativeAsset);

interface Totals {
  readonly chain: AssetTotals;
  readonly mempool: AssetTotals;
}

async function totalsOf(context: LiquidContext, view: ElementsView, id: string): Promise<Totals> {
  const own = mempoolTxsOfAsset(await context.mempool.current(), id);
  return {
    chain: await view.assetTotals(hashFromDisplay(id)),
    mempool: pendingTotals(await stillUnconfirmed(view, own), id),
  };
}

/** How an asset was created: in the chain, or in the mempool. */
interface Creation {
  readonly tokenId: Uint8Array;
  readonly contractHash: Uint8Array | undefined;
  readonly fields: Pick<
    IssuedAsset,
    'issuance_txin' | 'issuance_prevout' | 'reissuance_token' | 'contract_hash' | 'status'
  >;
}

const creationFields = (
  txid: string,
  {
    vin,
    tokenId,
    contractHash,
    prevTxid,
    prevVout,
  }: {
    vin: number;
    tokenId: Uint8Array;
    contractHash: Uint8Array | undefined;
    prevTxid: Uint8Array;
    prevVout: number;
  },
  status: IssuedAsset['status'],
): Creation => ({
  tokenId,
  contractHash,
  fields: {
    issuance_txin: { txid, vin },
    issuance_prevout: { txid: displayHash(prevTxid), vout: prevVout },
    reissuance_token: displayHash(tokenId),
    ...(contractHash === undefined ? {} : { contract_hash: displayHash(contractHash) }),
    status,
  },
});

async function confirmedCreation(view: ElementsView, id: string): Promise<Creation | undefined> {
  const found = await view.asset(hashFromDisplay(id));
  if (found === undefined) return undefined;
  const [[txid], [row]] = await Promise.all([view.txids([found.number]), view.blocksAt([found.number.height])]);
  return creationFields(displayHash(txid!), found, statusIn(row!));
}

const noContract = new Uint8Array(32);

function unconfirmedCreation(txs: Iterable<LiquidMempoolTx>, id: string): Creation | undefined {
  for (const { txid, events } of txs) {
    for (const event of events) {
      if (event.kind !== 'issuance' || displayHash(event.assetId) !== id) continue;
      const { contractHash, ...created } = event.created!;
      const committed = equalBytes(contractHash, noContract) ? undefined : contractHash;
      return creationFields(txid, { ...created, vin: event.vin, contractHash: committed }, unconfirmed);
    }
  }
  return undefined;
}

async function creationOf(context: LiquidContext, view: ElementsView, id: string): Promise<Creation | undefined> {
  const confirmed = await confirmedCreation(view, id);
  return confirmed ?? unconfirmedCreation((await context.mempool.current()).txs.values(), id);
}

const asset = (context: LiquidContext, id: string): Promise<IssuedAsset | NativeAsset> =>
  withLiquidIndex(context, async (view) => {
    if (isNative(context, id)) {
      const { chain, mempool } = await totalsOf(context, view, id);
      return { asset_id: id, chain_stats: presentNativeStats(chain), mempool_stats: presentNativeStats(mempool) };
    }
    const issued = await issuedAsset(context, view, id);
    if (issued === undefined) throw noAsset(id);
    return issued;
  });

/** Returns an issued asset with its registry entry; undefined when it was not issued. */
export async function issuedAsset(
  context: LiquidContext,
  view: ElementsView,
  id: string,
): Promise<IssuedAsset | undefined> {
  const { chain, mempool } = await totalsOf(context, view, id);
  const creation = await creationOf(context, view, id);
  if (creation === undefined) return undefined;
  const token = await totalsOf(context, view, displayHash(creation.tokenId));
  return {
    asset_id: id,
    ...creation.fields,
    chain_stats: presentAssetStats(chain, token.chain),
    mempool_stats: presentAssetStats(mempool, token.mempool),
    ...registryFields(registryEntry(context, id, creation.contractHash)),
  };
}

function registryFields(entry: RegistryAsset | undefined): Partial<IssuedAsset> {
  if (entry === undefined) return {};
  const { precision, name, ticker, domain, contract } = entry;
  return {
    precision,
    name,
    ...(ticker === undefined ? {} : { ticker }),
    ...(domain === undefined ? {} : { entity: { domain } }),
    ...(contract === undefined ? {} : { contract: { ...contract } }),
  };
}

/** Amount of an asset, with the decimals of the registry; none for an unregistered asset. */
interface Supply {
  readonly amount: bigint;
  readonly decimals: number;
}

async function pendingOf(context: LiquidContext, view: ElementsView, id: string): Promise<readonly LiquidMempoolTx[]> {
  return stillUnconfirmed(view, mempoolTxsOfAsset(await context.mempool.current(), id));
}

async function chainOf(context: LiquidContext, view: ElementsView, id: string, before?: TxNumber): Promise<LiquidTx[]> {
  const options = before === undefined ? { limit: chainPage } : { before, limit: chainPage };
  const history = await view.assetHistory(hashFromDisplay(id), options);
  return confirmedTxs(
    context,
    view,
    history.map(({ number }) => number),
  );
}

/** Returns the place of a cursor in the history of an asset. @throws {CodedError} history.after-not-found */
async function placeOf(view: ElementsView, id: string, after: string): Promise<TxNumber> {
  const [number] = await view.locate(hashFromDisplay(after));
  if (number !== undefined) {
    const { height, position } = number;
    const before = { height, position: position + 1 };
    const [entry] = await view.assetHistory(hashFromDisplay(id), { before, limit: 1 });
    if (entry !== undefined && compareTxNumbers(entry.number, number) === 0) return number;
  }
  throw new CodedError('history.after-not-found', 'not in the history', { datum: after });
}

/** Unconfirmed transactions, then confirmed ones, after a cursor. */
const assetTxs = (context: LiquidContext, id: string, after: string | undefined): Promise<LiquidTx[]> =>
  withLiquidIndex(context, async (view) => {
    const pending = await pendingOf(context, view, id);
    const at = after === undefined ? -1 : pending.findIndex(({ txid }) => txid === after);
    if (after !== undefined && at < 0) return chainOf(context, view, id, await placeOf(view, id, after));
    return [
      ...unconfirmedTxs(context, pending.slice(at + 1, at + 1 + mempoolPage)),
      ...(await chainOf(context, view, id)),
    ];
  });

/** @throws {CodedError} asset.not-found, asset.blinded */
const supply = (context: LiquidContext, id: string): Promise<Supply> =>
  withLiquidIndex(context, async (view) => {
    const { chain, mempool } = await totalsOf(context, view, id);
    const all = addTotals(chain, mempool);
    const creation = isNative(context, id) ? undefined : await creationOf(context, view, id);
    // a burned reissuance token has totals, and counts for its asset
    if (!isNative(context, id) && creation === undefined) throw noAsset(id);
    const amount = supplyOf(all);
    if (amount === undefined) throw new CodedError('asset.blinded', 'an issuance is confidential', { datum: id });
    if (creation === undefined) return { amount, decimals: nativeDecimals };
    return { amount, decimals: registryEntry(context, id, creation.contractHash)?.precision ?? 0 };
  });

function decimal({ amount, decimals }: Supply): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0');
  const sign = amount < 0n ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Handlers of the asset routes. */
export const assetHandlers = {
  asset: value((context, { params }) => asset(context, params.id)),
  assetTxs: value((context, { params, query }) => assetTxs(context, params.id, query.after_txid)),
  assetTxsMempool: value((context, { params }) =>
    withLiquidIndex(context, async (view) =>
      unconfirmedTxs(context, (await pendingOf(context, view, params.id)).slice(0, mempoolPage)),
    ),
  ),
  assetTxsChain: value((context, { params: { id }, query: { after_txid: after } }) =>
    withLiquidIndex(context, async (view) =>
      chainOf(context, view, id, after === undefined ? undefined : await placeOf(view, id, after)),
    ),
  ),
  // as Esplora, a cursor in the path that is not in the chain starts at the newest transaction
  assetTxsChainFrom: value((context, { params: { id, last } }) =>
    withLiquidIndex(context, async (view) => {
      const [before] = last === undefined ? [] : await view.locate(hashFromDisplay(last));
      return chainOf(context, view, id, before);
    }),
  ),
  assetSupply: value(async (context, { params }) => String((await supply(context, params.id)).amount)),
  assetSupplyDecimal: value(async (context, { params }) => decimal(await supply(context, params.id))),
} satisfies Partial<LiquidHandlers>;
