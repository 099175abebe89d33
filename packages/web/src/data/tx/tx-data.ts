import type {
  BlockExt,
  CpfpInfo,
  Fate,
  FeeForecast,
  HistoricalPrice,
  Outspend,
  RbfHistory,
  Tx,
  TxAudit,
  TxChannels,
  TxExt,
} from '@glassblock/contract';
import { hasValue } from '../../context/price.ts';
import { lightningApi } from '../../features/lightning/lightning-url.ts';
import { firstSeenOf, type LoadedTx } from '../../live/reducers/fold-tx.ts';
import { api } from '../../url.ts';
import type { Answer } from '../answer.ts';
import type { Loaded, LoadKit } from '../load.ts';
import { hasLightning } from '../site/site.ts';
import { askMiningPools } from './ask-mining-pools.ts';
import { requestOf } from './tx-acceleration-data.ts';

/** Data of the transaction page. */
export type TxData =
  | ({
      kind: 'tx';
      txid: string;
      forecast?: FeeForecast;
      prices?: HistoricalPrice;
      /** Lightning channels that it closes and opens. */
      channels?: TxChannels;
    } & LoadedTx)
  | { kind: 'waiting'; txid: string }
  | { kind: 'bad'; what: string }
  | { kind: 'problem'; problem: { status: number; message: string } };

const bodyOf = <T>(answer: Answer<T>): T | undefined => (answer.ok ? answer.body : undefined);

/** Loads a transaction of blockchain or mempool with related data; else its last known state. */
export async function loadTx(kit: LoadKit, txid: string): Promise<Loaded<TxData>> {
  const { api: ask, prefix, network, site } = kit;
  const tx = await ask.get<Tx>(api.tx(prefix, txid));
  if (!tx.ok) {
    if (tx.status === 404) return loadRemoved(kit, txid);
    return { page: { kind: 'problem', problem: tx }, status: tx.status || 503 };
  }
  const { confirmed, block_hash: hash, block_time: minedAt, block_height: height } = tx.body.status;
  const none: Answer<never> = { ok: false, status: 0, message: '' };
  const [outspends, cpfp, rbf, times, block, fate, forecast, prices, request, channels] = await Promise.all([
    ask.get<Outspend[]>(api.outspends(prefix, txid)),
    ask.get<CpfpInfo>(api.cpfp(prefix, txid)),
    ask.get<RbfHistory>(api.rbfOf(prefix, txid)),
    confirmed ? none : ask.get<number[]>(api.txTimes(prefix, [txid])),
    hash === undefined ? none : ask.get<BlockExt>(api.block(prefix, hash)),
    confirmed ? ask.get<Fate>(api.fate(prefix, txid)) : none,
    confirmed ? none : ask.get<FeeForecast>(api.forecast(prefix)),
    minedAt === undefined || !hasValue(network)
      ? none
      : ask.get<HistoricalPrice>(api.historicalPrice(prefix, { timestamp: minedAt })),
    height === undefined ? undefined : requestOf(kit, txid, height),
    confirmed && hasLightning(site, network) ? ask.get<TxChannels[]>(lightningApi.txChannels(prefix, txid)) : none,
  ]);
  const tree = bodyOf(rbf)?.replacements ?? undefined;
  const firstSeen = bodyOf(times)?.[0] || firstSeenOf(bodyOf(fate));
  const relatives = bodyOf(cpfp);
  const minedIn = bodyOf(block);
  const rates = bodyOf(forecast);
  const then = bodyOf(prices);
  const [own] = bodyOf(channels) ?? [];
  const hasChannels = own !== undefined && Object.keys(own.inputs).length + Object.keys(own.outputs).length > 0;
  const isAudited = minedIn !== undefined && minedIn.extras.matchRate !== null;
  const [audit, miningPools] = await Promise.all([
    isAudited ? ask.get<TxAudit>(api.txAudit(prefix, minedIn.id, txid)).then(bodyOf) : undefined,
    !confirmed && relatives?.acceleration ? askMiningPools(ask, prefix) : undefined,
  ]);
  return {
    page: {
      kind: 'tx',
      txid,
      tx: tx.body,
      outspends: bodyOf(outspends) ?? [],
      ...(relatives && { cpfp: relatives }),
      ...(tree && { rbf: tree }),
      ...(firstSeen !== undefined && firstSeen > 0 && { firstSeen }),
      ...(minedIn && { block: minedIn }),
      ...(audit && { audit }),
      ...(request && { request }),
      ...(miningPools && { miningPools }),
      ...(rates && { forecast: rates }),
      ...(then && { prices: then }),
      ...(hasChannels && { channels: own }),
    },
  };
}

/** Loads a transaction that is neither in the blockchain nor in the mempool, if still known. */
async function loadRemoved({ api: ask, prefix, network }: LoadKit, txid: string): Promise<Loaded<TxData>> {
  const [fate, cached, rbf] = await Promise.all([
    ask.get<Fate>(api.fate(prefix, txid)),
    ask.get<TxExt>(api.cachedTx(prefix, txid)),
    ask.get<RbfHistory>(api.rbfOf(prefix, txid)),
  ]);
  const known = bodyOf(fate);
  const stored = bodyOf(cached);
  const tree = bodyOf(rbf)?.replacements ?? undefined;
  const hasStored = stored !== undefined && typeof stored === 'object' && stored !== null && 'vin' in stored;
  const added = known?.events.find(({ type }) => type === 'tx-added');
  const tx = hasStored ? stored : known?.raw === undefined ? undefined : await decoded(known.raw, network, added?.fee);
  if (tx === undefined) return { page: { kind: 'waiting', txid }, status: 404 };
  const firstSeen = (hasStored ? stored.firstSeen : undefined) ?? firstSeenOf(known);
  return {
    page: {
      kind: 'tx',
      txid,
      tx,
      outspends: [],
      removed: true,
      ...(known && { fate: known }),
      ...(tree && { rbf: tree }),
      ...(firstSeen !== undefined && { firstSeen }),
    },
  };
}

/** Decodes stored bytes; the codecs are loaded on demand. */
async function decoded(raw: string, network: string, fee: number | undefined): Promise<Tx> {
  const { txOfHex } = await import('../../script/tx-input/decode-tx.ts');
  const tx = txOfHex(raw, network);
  return { ...tx, fee: fee ?? tx.fee };
}
