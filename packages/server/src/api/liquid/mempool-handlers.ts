import type { MempoolStats, RecommendedFees } from '@glassblock/contract';
import type { LiquidAddressValidation, LiquidRecentTx } from '@glassblock/contract/liquid';
import { fieldsOf } from '@glassblock/node';
import { CodedError, isCoded } from '@glassblock/primitives';
import type { LiquidContext } from '../../network/liquid/liquid-context.ts';
import type { LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';
import { type LiquidHandlers, value } from './liquid-call.ts';

const recentCount = 10;
/** Fee rates of Liquid have steps of a tenth, in sat/vB. */
const stepsPerSat = 10;
/** Virtual size of a full block. */
const blockVsize = 1_000_000;
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
  return newest.map(({ txid, fee, discountVsize }) => ({ txid, fee, vsize: discountVsize }));
}

/** The median fee rate of a projected block; the minimum while it is less than half full. */
function feeOfBlock(sorted: readonly LiquidMempoolTx[], block: number, minimum: number): number {
  let size = 0;
  const middle = (block + 0.5) * blockVsize;
  for (const tx of sorted) {
    size += tx.discountVsize;
    if (size >= middle) return Math.max(minimum, Math.ceil(rateOf(tx) * stepsPerSat) / stepsPerSat);
  }
  return minimum;
}

/** Returns recommended fee rates. @throws {CodedError} v1.fees */
export async function recommendedLiquidFees({ client, mempool }: LiquidContext): Promise<RecommendedFees> {
  try {
    const { mempoolminfee } = fieldsOf(await client.rpc('getmempoolinfo'), 'getmempoolinfo');
    // BTC/kvB, of 0.000001: a float of a hundred thousandth would round up
    const minimum = Math.ceil(Math.round(Number(mempoolminfee) * 1e8) / 100) / stepsPerSat;
    const sorted = byRate((await mempool.current()).txs.values());
    const [fastestFee, halfHourFee, hourFee] = [0, 1, 2].map((block) => feeOfBlock(sorted, block, minimum));
    return {
      fastestFee: fastestFee!,
      halfHourFee: halfHourFee!,
      hourFee: hourFee!,
      economyFee: Math.min(2 * minimum, hourFee!),
      minimumFee: minimum,
    };
  } catch (cause) {
    if (isCoded(cause)) throw new CodedError('v1.fees', 'the mempool is not available', { cause });
    throw cause;
  }
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

/** Handlers of the mempool, fee and address validation routes of Liquid networks. */
export const liquidMempoolHandlers = {
  mempool: value((context) => stats(context)),
  mempoolTxids: value(async ({ mempool }) => [...(await mempool.current()).txs.keys()]),
  mempoolRecent: value((context) => recent(context)),
  backendInfo: value(({ backend }) => backend),
  v1BlocksBulk: bitcoinOnly,
  v1ChainTips: bitcoinOnly,
  v1StaleTips: bitcoinOnly,
  v1StaleTipsBelow: bitcoinOnly,
  feesRecommended: value((context) => recommendedLiquidFees(context)),
  validateAddress: value((context, { params }) => validate(context, params.address)),
} satisfies Partial<LiquidHandlers>;
