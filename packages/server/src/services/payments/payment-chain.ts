import {
  displayHash,
  equalBytes,
  parseAddress,
  readWholeTransaction,
  scriptHash,
  scriptHashHex,
  type Transaction,
} from '@glassblock/primitives';
import type { PaymentChain, ReceivedOutput } from '@glassblock/services';
import { type ChainContext, isIndexBehind } from '../../network/chain/chain-context.ts';
import { withChain } from '../../network/chain/chain-reader.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';

type Context = ChainContext & MempoolContext & NetworkInfo;

/** Newest transactions of an address that are read. */
const maxTxs = 500;

/** Confirmed outputs of addresses as of one tip: they are read from the index once for each block. */
interface MinedOutputs {
  tip: string;
  ofAddress: Map<string, ReceivedOutput[]>;
}

/** Returns the payments to addresses from the index and the mempool. */
export function createPaymentChain(context: Context): PaymentChain {
  let last: MinedOutputs = { tip: '', ofAddress: new Map() };
  return {
    async received(addresses) {
      if (isIndexBehind(context)) return undefined;
      const scripts = addresses.map((address) => parseAddress(address, context.network).script);
      // the mempool first: a transaction mined in between is then in both, not in neither
      const pending: ReceivedOutput[][] = [];
      for (const script of scripts) pending.push(await pendingOutputs(context, script));
      return withChain(context, async ({ view, rowsAt, bareTxs }) => {
        const { tip } = view;
        if (tip === undefined) return undefined;
        const tipHash = displayHash((await rowsAt([tip.height])).get(tip.height)!.header.hash);
        if (last.tip !== tipHash) last = { tip: tipHash, ofAddress: new Map() };
        const { ofAddress } = last;
        const outputs: ReceivedOutput[][] = [];
        for (const [i, script] of scripts.entries()) {
          const mined = ofAddress.get(addresses[i]!) ?? (await minedOutputs(script));
          ofAddress.set(addresses[i]!, mined);
          const known = new Set(mined.map(({ txid }) => txid));
          outputs.push([...mined, ...pending[i]!.filter(({ txid }) => !known.has(txid))]);
        }
        return { height: tip.height, outputs };

        async function minedOutputs(script: Uint8Array): Promise<ReceivedOutput[]> {
          const history = await view.history(scriptHash(script), { limit: maxTxs });
          const numbers = history.map(({ number }) => number);
          const [txs, rows] = [await bareTxs(numbers), await rowsAt(numbers.map(({ height }) => height))];
          return txs.flatMap((tx, at) => {
            const { height } = numbers[at]!;
            const { hash, time } = rows.get(height)!.header;
            return outputsTo(script, tx, time, { height, hash: displayHash(hash) });
          });
        }
      });
    },
  };
}

async function pendingOutputs({ mempool }: Context, script: Uint8Array): Promise<ReceivedOutput[]> {
  const { entries } = await mempool.scriptTxs([scriptHashHex(script)], { limit: maxTxs });
  return entries.flatMap(({ raw, firstSeen }) => outputsTo(script, readWholeTransaction(raw), firstSeen, undefined));
}

function outputsTo(
  script: Uint8Array,
  tx: Transaction,
  time: number,
  block: ReceivedOutput['block'],
): ReceivedOutput[] {
  const txid = displayHash(tx.txid);
  return [...tx.outputs()].flatMap((output, vout) =>
    equalBytes(output.script, script) && Number(output.value) > 0
      ? [{ txid, vout, amountSats: Number(output.value), time, block }]
      : [],
  );
}
