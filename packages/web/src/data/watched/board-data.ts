import type {
  AddressInfo,
  Board,
  MiningPoolsRanking,
  ProofRecords,
  Treasuries,
  Tx,
  WatchedWallet,
  Widget,
  WidgetOf,
} from '@glassblock/contract';
import pLimit from 'p-limit';
import { netChange } from '../../live/reducers/net-change.ts';
import { api } from '../../url.ts';
import type { Answer, Api } from '../answer.ts';
import { proofsApi } from '../operator/operator-url.ts';
import { type ProofPage, proofRows } from '../operator/proof-rows.ts';
import { type Part, partOf } from '../part.ts';
import { type TreasuryRow, treasuryRows } from './treasury-view.ts';
import { type WalletRow, type WalletView, walletView } from './wallet-view.ts';
import { siteApi } from './watched-url.ts';

/** An address, as a widget shows it. */
export interface AddressView {
  /** Sats. */
  balance: number;
  pending: number;
  rows: readonly WalletRow[];
}

/** A widget with its data; those of the dashboard need none. */
export type LoadedWidget =
  | { widget: WidgetOf<'address'>; data: Part<AddressView> }
  | { widget: WidgetOf<'wallet' | 'treasury' | 'walletTransactions'>; data: Part<WalletView> }
  | { widget: WidgetOf<'treasuries'>; data: Part<TreasuryRow[]> }
  | { widget: WidgetOf<'miningPools'>; data: Part<MiningPoolsRanking> }
  | { widget: WidgetOf<ProofsWidget>; data: Part<ProofPage> }
  | { widget: Exclude<Widget, WidgetOf<DataWidget>>; data?: undefined };
/** Type of a widget that lists proofs. */
export type ProofsWidget = 'simpleproof' | 'simpleproof_cubo';
type DataWidget =
  | 'address'
  | 'wallet'
  | 'treasury'
  | 'walletTransactions'
  | 'treasuries'
  | 'miningPools'
  | ProofsWidget;

/** Widgets that load at the same time. */
const concurrency = 4;
const addressRows = 6;
const walletRows = 8;
const documentRows = 6;

/** Returns the paths of the data of a board, for reloading. */
export function pathsOf({ widgets }: Pick<Board, 'widgets'>, prefix: string): string[] {
  const paths = widgets.flatMap((widget) => {
    switch (widget.type) {
      case 'address': {
        const script = { kind: 'address', id: widget.address } as const;
        return [api.script(prefix, script), api.scriptTxs(prefix, script, addressRows)];
      }
      case 'wallet':
      case 'treasury':
      case 'walletTransactions':
        return [siteApi.watchedWallet(widget.wallet)];
      case 'treasuries':
        return [siteApi.treasuries];
      case 'miningPools':
        return [api.miningPoolsRanking(prefix, widget.window)];
      case 'simpleproof':
      case 'simpleproof_cubo':
        return [proofsApi(widget.key)];
      default:
        return [];
    }
  });
  return [...new Set(paths)];
}

/** Loads the data of all widgets of a board; one that fails shows its error. */
export function loadWidgets(ask: Api, prefix: string, { widgets }: Pick<Board, 'widgets'>): Promise<LoadedWidget[]> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return pLimit(concurrency).map(widgets, async (widget): Promise<LoadedWidget> => {
    switch (widget.type) {
      case 'address':
        return { widget, data: await loadAddress(ask, prefix, widget.address) };
      case 'wallet':
      case 'treasury':
      case 'walletTransactions': {
        const answer = await ask.get<WatchedWallet>(siteApi.watchedWallet(widget.wallet), 'once');
        return {
          widget,
          data: mapped(answer, (wallet) => walletView(wallet, nowSeconds, { from: 0, count: walletRows })),
        };
      }
      case 'treasuries':
        return { widget, data: mapped(await ask.get<Treasuries>(siteApi.treasuries, 'once'), treasuryRows) };
      case 'miningPools':
        return {
          widget,
          data: partOf(await ask.get<MiningPoolsRanking>(api.miningPoolsRanking(prefix, widget.window))),
        };
      case 'simpleproof':
      case 'simpleproof_cubo': {
        const answer = await ask.get<ProofRecords>(proofsApi(widget.key), 'once');
        return { widget, data: mapped(answer, (records) => proofRows(records, 1, documentRows)) };
      }
      default:
        return { widget };
    }
  });
}

/** Converts an answer to a part of another form. */
export const mapped = <T, R>(answer: Answer<T>, map: (body: T) => R): Part<R> =>
  answer.ok ? { body: map(answer.body), problem: undefined } : { body: undefined, problem: answer };

async function loadAddress(ask: Api, prefix: string, address: string): Promise<Part<AddressView>> {
  const script = { kind: 'address', id: address } as const;
  const info = await ask.get<AddressInfo>(api.script(prefix, script));
  if (!info.ok) return { body: undefined, problem: info };
  const txs = await ask.get<Tx[]>(api.scriptTxs(prefix, script, addressRows), 'once');
  if (!txs.ok) return { body: undefined, problem: txs };
  const { chain_stats: chain, mempool_stats: mempool } = info.body;
  return {
    body: {
      balance: chain.funded_txo_sum - chain.spent_txo_sum,
      pending: mempool.funded_txo_sum - mempool.spent_txo_sum,
      rows: txs.body
        .filter(({ status }) => status.confirmed)
        .map((tx) => ({
          txid: tx.txid,
          change: netChange(tx, (output) => output.scriptpubkey_address === address),
          time: tx.status.block_time ?? 0,
        })),
    },
    problem: undefined,
  };
}
