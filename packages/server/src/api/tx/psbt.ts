import {
  CodedError,
  displayHash,
  fromHex,
  isCoded,
  type PsbtInput,
  psbtMagic,
  readPsbtInputs,
  toHex,
  withPsbtParents,
} from '@glassblock/primitives';
import { mapBounded } from '../../concurrency/map-bounded.ts';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import { isHex } from '../hex.ts';
import { rawTransaction } from './transactions.ts';

const maxParents = 1_000;
const maxParentBytes = 16_000_000;
const lookups = 4;

/** Returns the bytes and the inputs of a PSBT in hex or base64. @throws {CodedError} v1.psbt */
function readPsbt(text: string): { bytes: Uint8Array; inputs: PsbtInput[]; encoding: 'hex' | 'base64' } {
  const encoding = isHex(text) && text.toLowerCase().startsWith(psbtMagic) ? 'hex' : 'base64';
  const bytes = encoding === 'hex' ? fromHex(text) : Buffer.from(text, 'base64');
  try {
    return { bytes, inputs: readPsbtInputs(bytes), encoding };
  } catch (error) {
    if (isCoded(error)) throw new CodedError('v1.psbt', 'malformed', { cause: error });
    throw error;
  }
}

/**
 * Adds the whole parent transaction to each input that lacks it.
 * @returns the PSBT in the encoding of the request
 * @throws {CodedError} v1.psbt-complete, v1.psbt-parent, v1.psbt
 */
export async function addPsbtParents(context: ChainContext & MempoolContext, body: string): Promise<string> {
  const { bytes, inputs, encoding } = readPsbt(body.trim());
  const missing = [...inputs.entries()].filter(([, { hasParent }]) => !hasParent);
  if (missing.length === 0) throw new CodedError('v1.psbt-complete', 'no parent is missing');
  const txids = [...new Set(missing.map(([, { prevTxid }]) => displayHash(prevTxid)))];
  if (txids.length > maxParents) throw new CodedError('v1.psbt', 'too many parents');
  let parentBytes = 0;
  const raws = await mapBounded(txids, lookups, async (txid) => {
    const { raw } = await parentOf(context, txid);
    parentBytes += raw.length;
    if (parentBytes > maxParentBytes) throw new CodedError('v1.psbt', 'parents above 16 MB');
    return raw;
  });
  const rawOf = new Map(txids.map((txid, index) => [txid, raws[index]!]));
  const parents = new Map(missing.map(([index, { prevTxid }]) => [index, rawOf.get(displayHash(prevTxid))!]));
  const completed = withPsbtParents(bytes, inputs, parents);
  return encoding === 'hex' ? toHex(completed) : Buffer.from(completed).toString('base64');
}

async function parentOf(context: ChainContext & MempoolContext, txid: string) {
  try {
    return await rawTransaction(context, txid);
  } catch (error) {
    if (isCoded(error, 'tx.not-found')) throw new CodedError('v1.psbt-parent', 'unknown parent', { cause: error });
    throw error;
  }
}
