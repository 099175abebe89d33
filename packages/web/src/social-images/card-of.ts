import type {
  AddressInfo,
  BlockExt,
  MempoolBlock,
  MiningPoolHashrate,
  MiningPoolPage,
  Tx,
  TxClassified,
} from '@glassblock/contract';
import type { Api } from '../data/answer.ts';
import { isPublicKey } from '../data/search/public-key.ts';
import { keyScript, scriptHash } from '../data/search/script-hash.ts';
import { timestamp } from '../format/age.ts';
import { amount, count, type Figure, percent, weight as weightFigure } from '../format/amount.ts';
import { hashrate } from '../format/hashrate.ts';
import { cardFeeRate, rate } from '../format/rate.ts';
import { printable, pushedData } from '../format/script-text.ts';
import en from '../messages/en.json' with { type: 'json' };
import { api } from '../url.ts';
import { type Card, type Picture, sizes } from './card.ts';
import { addressLines, bodyOf, type CardPlace, fact, halves, printableText } from './card-parts.ts';
import { lightningCardOf } from './lightning-cards.ts';
import { liquidCardOf } from './liquid-cards.ts';
import type { SocialImageSubject } from './social-image-path.ts';

/**
 * Returns the card of a page; undefined when not found.
 * @throws on other errors
 */
export async function cardOf(of: SocialImageSubject, place: CardPlace, ask: Api): Promise<Card | undefined> {
  if (place.liquid !== undefined) {
    const card = liquidCardOf(of, { ...place, liquid: place.liquid }, ask);
    if (card !== undefined) return card;
  }
  const lightning = lightningCardOf(of, place, ask);
  if (lightning !== undefined) return lightning;
  if (of.kind === 'tx') return txCard(of.id.toLowerCase(), place, ask);
  if (of.kind === 'block') return blockCard(of.id.toLowerCase(), place, ask);
  if (of.kind === 'address') return addressCard(of.id, place, ask);
  if (of.kind === 'pool') return miningPoolCard(of.id, place, ask);
  return siteCard(of.kind === 'manual' ? sizes.manual : sizes.site, place, ask);
}

/** Returns the card of the site: its title, and the next blocks. */
async function siteCard(size: { width: number; height: number }, place: CardPlace, ask: Api): Promise<Card> {
  const soon = await ask.get<MempoolBlock[]>(api.mempoolBlocks(place.prefix));
  const rates = soon.ok ? soon.body.slice(0, 4).map((block) => block.feeRange) : [];
  return {
    ...size,
    network: place.label,
    title: en[place.liquid === undefined ? 'socialImage.site.title' : 'socialImage.liquid.title'],
    id: [],
    marks: [],
    facts: [],
    picture: { kind: 'cubes', rates },
  };
}

async function blockCard(id: string, place: CardPlace, ask: Api): Promise<Card | undefined> {
  const { prefix, label, network } = place;
  const hash = /^\d+$/.test(id) ? bodyOf(await ask.get<string>(api.hashAt(prefix, id)))?.trim() : id;
  if (hash === undefined) return undefined;
  const [answer, summary] = await Promise.all([
    ask.get<BlockExt>(api.block(prefix, hash)),
    ask.get<TxClassified[]>(api.blockSummary(prefix, hash)),
  ]);
  const block = bodyOf(answer);
  if (block === undefined) return undefined;
  const { extras } = block;
  const txs = summary.ok ? summary.body.map(({ txid, vsize, rate }) => ({ txid, vsize, rate })) : [];
  return {
    ...sizes.object,
    network: label,
    title: `${en['socialImage.block.title']} ${count(block.height)}`,
    id: halves(hash),
    marks: [],
    facts: [
      fact(en['socialImage.timestamp'], `${timestamp(block.timestamp, 0)} UTC`),
      fact(en['socialImage.weight'], weightFigure(block.weight)),
      fact(en['socialImage.medianFee'], prefixed('~', cardFeeRate(extras.medianFee))),
      fact(en['socialImage.totalFees'], amount(extras.totalFees, 'btc', network, [2, 4])),
      fact(en['socialImage.miner'], printableText(extras.pool.minerNames?.[1] ?? extras.pool.name).slice(0, 28)),
    ],
    picture: { kind: 'squares', txs },
  };
}

async function txCard(txid: string, place: CardPlace, ask: Api): Promise<Card | undefined> {
  const tx = bodyOf(await ask.get<Tx>(api.tx(place.prefix, txid)));
  if (tx === undefined) return undefined;
  const isCoinbase = tx.vin[0]?.is_coinbase === true;
  const paid = tx.vout.reduce((sum, output) => sum + output.value, 0);
  const time = tx.status.confirmed ? tx.status.block_time : undefined;
  return {
    ...sizes.object,
    network: place.label,
    title: isCoinbase ? en['socialImage.coinbase.title'] : en['socialImage.tx.title'],
    id: halves(tx.txid),
    marks: marksOf(tx),
    facts: [
      fact(en['socialImage.amount'], amount(paid, 'btc', place.network, [2, 8])),
      ...(isCoinbase
        ? []
        : [
            fact(en['socialImage.fee'], amount(tx.fee, 'sats', place.network)),
            fact(en['socialImage.rate'], rate(tx.weight > 0 ? tx.fee / (tx.weight / 4) : 0)),
          ]),
      fact(en['socialImage.weight'], weightFigure(tx.weight)),
      fact(en['socialImage.time'], time === undefined ? en['socialImage.unconfirmed'] : `${timestamp(time, 0)} UTC`),
    ],
    picture: txPicture(tx, isCoinbase),
  };
}

/** Messages of a coinbase or of OP_RETURN outputs, else the transaction flow. */
function txPicture(tx: Tx, isCoinbase: boolean): Picture {
  const messages = isCoinbase
    ? [printable(tx.vin[0]?.scriptsig ?? '')]
    : tx.vout
        .filter((output) => output.scriptpubkey_type === 'op_return')
        .slice(0, 50)
        .map((output) => printable(pushedData(output.scriptpubkey.slice(0, 2_000))));
  const lines = messages
    .filter(isReadable)
    .map((line) => line.replace(unprinted, ' ').trim())
    .slice(0, 3);
  if (lines.length > 0) return { kind: 'messages', lines: lines.map((line) => line.slice(0, 200)) };
  return {
    kind: 'flow',
    inputs: tx.vin.map((input) => input.prevout?.value),
    outputs: tx.vout.map((output) => output.value),
    fee: tx.fee,
  };
}

/** Characters missing in the shipped font. */
const unprinted = /[^\x20-\x7e\u00a0-\u024f\u0370-\u04ff\u1e00-\u1eff\u2010-\u2026]+/g;

/** Mostly letters and digits of the font. */
function isReadable(text: string): boolean {
  const plain = text.replace(unprinted, '');
  return plain.length >= 4 && plain.length >= text.length * 0.8;
}

function marksOf(tx: Tx): string[] {
  const inputs = tx.vin.map((input) => input.prevout?.scriptpubkey_type ?? '');
  const outputs = tx.vout.map((output) => output.scriptpubkey_type);
  return [
    ...(tx.vin.some((input) => input.sequence < 0xffff_fffe) ? ['RBF'] : []),
    ...(tx.vin.some((input) => (input.witness?.length ?? 0) > 0) ? ['SegWit'] : []),
    ...([...inputs, ...outputs].includes('v1_p2tr') ? ['Taproot'] : []),
    ...(outputs.includes('op_return') ? ['OP_RETURN'] : []),
  ];
}

async function addressCard(address: string, place: CardPlace, ask: Api): Promise<Card | undefined> {
  const script = isPublicKey(address)
    ? { kind: 'scripthash' as const, id: await scriptHash(keyScript(address.toLowerCase())) }
    : { kind: 'address' as const, id: address };
  const info = bodyOf(await ask.get<AddressInfo>(api.script(place.prefix, script)));
  if (info === undefined) return undefined;
  const { chain_stats: chain, mempool_stats: mempool } = info;
  const btc = (sats: number) => amount(sats, 'btc', place.network, [8, 8]);
  return {
    ...sizes.object,
    network: place.label,
    title: en['socialImage.address.title'],
    id: addressLines(address),
    marks: [],
    facts: [
      fact(en['socialImage.received'], btc(chain.funded_txo_sum)),
      fact(en['socialImage.sent'], btc(chain.spent_txo_sum)),
      fact(en['socialImage.balance'], btc(chain.funded_txo_sum - chain.spent_txo_sum)),
      fact(en['socialImage.txs'], count(chain.tx_count + mempool.tx_count)),
      fact(en['socialImage.unspent'], count(chain.funded_txo_count - chain.spent_txo_count)),
    ],
    picture: { kind: 'qr', text: address },
  };
}

/** Weeks of a mining pool's line. */
const maxWeeks = 104;

async function miningPoolCard(slug: string, place: CardPlace, ask: Api): Promise<Card | undefined> {
  const [answer, weeks] = await Promise.all([
    ask.get<MiningPoolPage>(api.miningPool(place.prefix, slug)),
    ask.get<MiningPoolHashrate[]>(api.miningPoolHashrate(place.prefix, slug)),
  ]);
  const found = bodyOf(answer);
  if (found === undefined) return undefined;
  const { pool: miningPool, blockCount, blockShare, estimatedHashrate } = found;
  const rates = weeks.ok ? weeks.body.slice(-maxWeeks).map(({ avgHashrate }) => avgHashrate) : [];
  return {
    ...sizes.object,
    network: place.label,
    title: printableText(miningPool.name).slice(0, 40),
    id: [miningPool.regexes.map(printableText).join('  ')],
    marks: [],
    facts: [
      fact(en['socialImage.hashrate'], hashrate(estimatedHashrate)),
      fact(en['socialImage.day'], count(blockCount['24h'])),
      fact(en['socialImage.week'], count(blockCount['1w'])),
      fact(en['socialImage.share'], percent(100 * blockShare['1w'], 1)),
      fact(en['socialImage.blocks'], count(blockCount.all)),
    ],
    picture: rates.length < 2 ? undefined : { kind: 'line', values: rates },
  };
}

const prefixed = (sign: string, figure: Figure): Figure => ({ ...figure, value: sign + figure.value });
