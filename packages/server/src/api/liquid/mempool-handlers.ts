import type { MempoolStats } from '@glassblock/contract';
import type { LiquidAddressValidation, LiquidRecentTx } from '@glassblock/contract/liquid';
import { fieldsOf } from '@glassblock/node';
import { CodedError, isCoded } from '@glassblock/primitives';
import type { LiquidContext } from '../../network/liquid/liquid-context.ts';
import type { LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';
import { type LiquidHandlers, value } from './liquid-call.ts';

const recentCount = 10;
/** Bands of the histogram have at least this size in vB, as in electrs. */
const bandVsize = 50_000;

const rateOf = ({ fee, discountVsize }: LiquidMempoolTx): number => fee / discountVsize;
const byRate = (txs: Iterable<LiquidMempoolTx>): LiquidMempoolTx[] => [...txs].sort((a, b) => rateOf(b) - rateOf(a));

async function stats({ mempool }: LiquidContext): Promise<MempoolStats> {
  const { txs, count } = await mempool.current();
  const histogram: [number, number][] = [];
  let band = 0;
  let lowest = 0;
  for (const tx of byRate(txs.values())) {
    const rate = rateOf(tx);
    if (band > bandVsize && rate !== lowest) {
      histogram.push([lowest, band]);
      band = 0;
    }
    band += Math.ceil(tx.discountVsize);
    lowest = rate;
  }
  if (band > 0) histogram.push([lowest, band]);
  const sum = (of: (tx: LiquidMempoolTx) => number) => [...txs.values()].reduce((total, tx) => total + of(tx), 0);
  return {
    count,
    vsize: sum(({ discountVsize }) => Math.ceil(discountVsize)),
    total_fee: sum(({ fee }) => fee),
    fee_histogram: histogram,
  };
}

async function recent({ mempool }: LiquidContext): Promise<LiquidRecentTx[]> {
  const { txs } = await mempool.current();
  const newest = [...txs.values()].slice(0, recentCount);
  return newest.map(({ txid, fee, tx, discountVsize }) => ({
    txid,
    fee,
    vsize: Math.ceil(tx.weight / 4),
    discount_vsize: Math.ceil(discountVsize),
  }));
}

const validationFields = [
  'isvalid',
  'isvalid_parent',
  'address',
  'scriptPubKey',
  'isscript',
  'iswitness',
  'witness_version',
  'witness_program',
  'confidential',
  'confidential_key',
  'unconfidential',
  'parent_address_info',
  'error',
  'error_parent',
  'error_locations',
] as const satisfies readonly (keyof LiquidAddressValidation)[];

/** The node's answer, without fields that clients do not know. */
async function validate({ client }: LiquidContext, address: string): Promise<LiquidAddressValidation> {
  try {
    const fields = fieldsOf(await client.rpc('validateaddress', address), 'validateaddress');
    const known = validationFields.flatMap((name) =>
      fields[name] === undefined ? [] : [[name, fields[name]] as const],
    );
    return Object.fromEntries(known) as unknown as LiquidAddressValidation;
  } catch (cause) {
    if (isCoded(cause)) throw new CodedError('v1.validation', 'the node does not answer', { cause });
    throw cause;
  }
}

/** Rejects requests of routes that Liquid networks do not have. */
async function bitcoinOnly(): Promise<never> {
  throw new CodedError('v1.bitcoin-only', 'not on Liquid networks');
}

/** Handlers of the mempool and address validation routes of Liquid networks. */
export const liquidMempoolHandlers = {
  mempool: value((context) => stats(context)),
  mempoolTxids: value(async ({ mempool }) => [...(await mempool.current()).txs.keys()]),
  mempoolRecent: value((context) => recent(context)),
  backendInfo: value(({ backend }) => backend),
  v1BlocksBulk: bitcoinOnly,
  v1ChainTips: bitcoinOnly,
  v1StaleTips: bitcoinOnly,
  v1StaleTipsBelow: bitcoinOnly,
  validateAddress: value((context, { params }) => validate(context, params.address)),
} satisfies Partial<LiquidHandlers>;
