import type {
  IssuedAsset,
  LiquidAddressInfo,
  LiquidBlock,
  LiquidTx,
  LiquidUtxo,
  NativeAsset,
} from '@glassblock/contract/liquid';
import type { Api } from '../data/answer.ts';
import { totalsOf } from '../features/liquid/assets/asset-totals.ts';
import { liquidApi } from '../features/liquid/liquid-url.ts';
import { balanceOf } from '../features/liquid/tx/address-balance.ts';
import { assetAmount } from '../features/liquid/tx/asset-amount.ts';
import { nativeTotal } from '../features/liquid/tx/liquid-tx.ts';
import { timestamp } from '../format/age.ts';
import { amount, bytes, count, type Figure, weight as weightFigure } from '../format/amount.ts';
import { rate } from '../format/rate.ts';
import en from '../messages/en.json' with { type: 'json' };
import { api } from '../url.ts';
import { type Card, sizes } from './card.ts';
import { addressLines, bodyOf, type CardPlace, fact, halves, printableText } from './card-parts.ts';
import type { SocialImageSubject } from './social-image-path.ts';

type LiquidPlace = CardPlace & { liquid: { asset: string; ticker: string } };

/** Unspent outputs up to which a balance is summed. */
const maxUtxos = 100;
const confidential = en['socialImage.confidential'];

/** Returns the card of a page of a Liquid network; undefined for one that has the site's. @throws as `cardOf` */
export function liquidCardOf(
  of: SocialImageSubject,
  place: LiquidPlace,
  ask: Api,
): Promise<Card | undefined> | undefined {
  if (of.kind === 'tx') return txCard(of.id.toLowerCase(), place, ask);
  if (of.kind === 'block') return blockCard(of.id.toLowerCase(), place, ask);
  if (of.kind === 'address') return addressCard(of.id, place, ask);
  if (of.kind === 'asset') return assetCard(of.id.toLowerCase(), place, ask);
  return undefined;
}

async function txCard(txid: string, place: LiquidPlace, ask: Api): Promise<Card | undefined> {
  const tx = bodyOf(await ask.get<LiquidTx>(api.tx(place.prefix, txid)));
  if (tx === undefined) return undefined;
  const isCoinbase = tx.vin[0]?.is_coinbase === true;
  const feeOutput = tx.vout.find(({ scriptpubkey_type: type }) => type === 'fee');
  // fees are paid in the pegged asset
  const native = feeOutput?.asset ?? place.liquid.asset;
  const total = nativeTotal(tx, native);
  const time = tx.status.confirmed ? tx.status.block_time : undefined;
  const valueIn = (output: { value?: number; asset?: string } | null) =>
    output?.asset === native ? output.value : undefined;
  return {
    ...sizes.object,
    network: place.label,
    title: en[isCoinbase ? 'socialImage.coinbase.title' : 'socialImage.tx.title'],
    id: halves(tx.txid),
    marks: marksOf(tx),
    facts: [
      fact(en['socialImage.amount'], total === undefined ? confidential : amount(total, 'btc', place.network, [2, 8])),
      ...(isCoinbase
        ? []
        : [
            fact(en['socialImage.fee'], amount(tx.fee, 'sats', place.network)),
            fact(en['socialImage.rate'], rate((4 * tx.fee) / Math.max(1, tx.discount_weight ?? tx.weight))),
          ]),
      fact(en['socialImage.weight'], weightFigure(tx.weight)),
      fact(en['socialImage.time'], time === undefined ? en['socialImage.unconfirmed'] : `${timestamp(time, 0)} UTC`),
    ],
    picture: {
      kind: 'flow',
      inputs: tx.vin.map(({ prevout }) => valueIn(prevout)),
      outputs: tx.vout.filter((output) => output !== feeOutput).map(valueIn),
      fee: tx.fee,
    },
  };
}

/** Returns badges for pegs and issuances of a transaction. */
const marksOf = ({ vin, vout }: LiquidTx): string[] => [
  ...(vin.some(({ is_pegin }) => is_pegin) ? [en['liquid.pegIn']] : []),
  ...(vout.some(({ pegout }) => pegout !== undefined) ? [en['liquid.pegOut']] : []),
  ...(vin.some(({ issuance }) => issuance?.is_reissuance === false) ? [en['liquid.issuance']] : []),
  ...(vin.some(({ issuance }) => issuance?.is_reissuance === true) ? [en['liquid.reissuance']] : []),
];

async function blockCard(id: string, place: LiquidPlace, ask: Api): Promise<Card | undefined> {
  const { prefix } = place;
  const hash = /^\d+$/.test(id) ? bodyOf(await ask.get<string>(api.hashAt(prefix, id)))?.trim() : id;
  if (hash === undefined) return undefined;
  const block = bodyOf(await ask.get<LiquidBlock>(liquidApi.block(prefix, hash)));
  if (block === undefined) return undefined;
  return {
    ...sizes.object,
    network: place.label,
    title: `${en['socialImage.block.title']} ${count(block.height)}`,
    id: halves(hash),
    marks: [],
    facts: [
      fact(en['socialImage.timestamp'], `${timestamp(block.timestamp, 0)} UTC`),
      fact(en['socialImage.txs'], count(block.tx_count)),
      fact(en['socialImage.size'], bytes(block.size)),
      fact(en['socialImage.weight'], weightFigure(block.weight)),
    ],
    // most blocks are nearly empty, and so were squares of their transactions
    picture: undefined,
  };
}

async function addressCard(address: string, place: LiquidPlace, ask: Api): Promise<Card | undefined> {
  const script = { kind: 'address', id: address } as const;
  const info = bodyOf(await ask.get<LiquidAddressInfo>(api.script(place.prefix, script)));
  if (info === undefined) return undefined;
  const { chain_stats: chain, mempool_stats: mempool } = info;
  const unspent = chain.funded_txo_count - chain.spent_txo_count;
  const utxos =
    unspent > maxUtxos ? undefined : await ask.get<LiquidUtxo[]>(api.scriptUtxos(place.prefix, script), 'once');
  const balance = utxos?.ok ? balanceOf(utxos.body) : undefined;
  const [held, ...others] = balance?.amounts ?? [];
  const isPlain = balance !== undefined && !balance.hasConfidential && others.length === 0;
  const isNative = held === undefined || held.asset === place.liquid.asset;
  return {
    ...sizes.object,
    network: place.label,
    title: en['socialImage.address.title'],
    id: addressLines(address),
    marks: [],
    facts: [
      ...(balance?.hasConfidential ? [fact(en['socialImage.balance'], confidential)] : []),
      ...(isPlain && isNative
        ? [fact(en['socialImage.balance'], amount(held?.value ?? 0, 'btc', place.network, [2, 8]))]
        : []),
      fact(en['socialImage.txs'], count(chain.tx_count + mempool.tx_count)),
      fact(en['socialImage.unspent'], count(unspent)),
    ],
    picture: { kind: 'qr', text: address },
  };
}

async function assetCard(id: string, place: LiquidPlace, ask: Api): Promise<Card | undefined> {
  const asset = bodyOf(await ask.get<IssuedAsset | NativeAsset>(liquidApi.asset(place.prefix, id)));
  if (asset === undefined) return undefined;
  const issued = 'issuance_txin' in asset ? asset : undefined;
  const { txs, pegged, issued: total, burned, circulating } = totalsOf(asset);
  const precision = issued === undefined ? 8 : (issued.precision ?? 0);
  const unit = printableText(issued === undefined ? place.liquid.ticker : (issued.ticker ?? ''));
  const units = (value: number | undefined): Figure | string =>
    value === undefined ? confidential : assetAmount(value, precision, unit);
  const name = issued === undefined ? place.liquid.ticker : issued.name;
  return {
    ...sizes.object,
    network: place.label,
    title: name === undefined ? en['liquid.asset.title'] : printableText(name).slice(0, 40),
    id: halves(id),
    marks: issued?.ticker === undefined ? [] : [unit.slice(0, 12)],
    facts: [
      fact(en['liquid.asset.circulating'], units(circulating)),
      ...(pegged === undefined
        ? [fact(en['liquid.asset.issued'], units(total))]
        : [fact(en['liquid.asset.peggedIn'], units(pegged.in)), fact(en['liquid.asset.peggedOut'], units(pegged.out))]),
      fact(en['liquid.asset.burned'], units(burned)),
      fact(en['socialImage.txs'], count(txs)),
      ...(issued?.entity === undefined
        ? []
        : [fact(en['liquid.asset.domain'], printableText(issued.entity.domain).slice(0, 40))]),
    ],
    picture: { kind: 'qr', text: id },
  };
}
