import type { ChainTip } from '@glassblock/contract';
import { fieldsOf, numberField, type RpcOutcome, textField } from '@glassblock/node';
import { CodedError } from '@glassblock/primitives';
import { cachedAnswer, cachedPerOwner } from '../../concurrency/cached-answer.ts';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { NodeContext } from '../../network/node-context.ts';
import type { Orphan } from '../presenters/present-block.ts';

/** Branches known to the node. */
export interface ChainTips {
  /** In the node's order: highest first. */
  tips: ChainTip[];
  /** Blocks of stale branches, by height. */
  orphansAt: Map<number, Orphan[]>;
}

const ttlSeconds = 10;
const timeoutMs = 250;
/** Maximum blocks of one branch, and branches, that orphans are collected from. */
const maxDepth = 10;
const maxBranches = 200;
/** States of branches whose blocks the node has, valid as far as checked. */
export const staleTipStates: ReadonlySet<string> = new Set(['valid-fork', 'valid-headers']);

const stored = cachedPerOwner((context: NetworkInfo & NodeContext) =>
  cachedAnswer(ttlSeconds, context.now, () => askTips(context)),
);

/**
 * Returns the node's tips, cached for some seconds.
 * @throws of the node
 */
export const chainTips = (context: NetworkInfo & NodeContext): Promise<ChainTips> => stored(context).get();

/** Returns the cached tips: a slow or failing node must not delay the answer. */
export async function cachedTips(context: NetworkInfo & ChainContext & NodeContext): Promise<ChainTips | undefined> {
  const answer = stored(context);
  if (context.nodeState().name !== 'ready') return answer.last;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined);
  });
  const tips = await Promise.race([answer.get().catch(() => undefined), late]);
  clearTimeout(timer);
  return tips ?? answer.last;
}

async function askTips({ client }: NodeContext): Promise<ChainTips> {
  const answer = await client.rpc('getchaintips');
  if (!Array.isArray(answer)) throw new CodedError('node.bad-answer', 'getchaintips is not a list');
  const tips = answer
    .map((one: unknown) => fieldsOf(one, 'a tip'))
    .map((tip) => ({
      height: numberField(tip, 'height'),
      hash: textField(tip, 'hash'),
      branchlen: numberField(tip, 'branchlen'),
      status: textField(tip, 'status'),
    }));
  const orphansAt = new Map<number, Orphan[]>();
  let level = tips
    .filter(({ status }) => staleTipStates.has(status))
    .slice(0, maxBranches)
    .map((tip) => ({ ...tip, left: Math.min(tip.branchlen, maxDepth) }));
  while (level.length > 0) {
    const headers = await client.batch(level.map(({ hash }) => ({ method: 'getblockheader', params: [hash] })));
    level = level.flatMap(({ left, ...block }, i) => {
      const prevhash = previousOf(headers[i]!);
      if (prevhash === undefined) return [];
      const known = orphansAt.get(block.height) ?? [];
      if (known.every(({ hash }) => hash !== block.hash)) {
        const { height, hash, branchlen, status } = block;
        orphansAt.set(height, [...known, { height, hash, branchlen, status, prevhash }]);
      }
      return left > 1 ? [{ ...block, height: block.height - 1, hash: prevhash, left: left - 1 }] : [];
    });
  }
  return { tips, orphansAt };
}

function previousOf(outcome: RpcOutcome): string | undefined {
  if (!('result' in outcome)) return undefined;
  const { previousblockhash } = fieldsOf(outcome.result, 'getblockheader');
  return typeof previousblockhash === 'string' ? previousblockhash : undefined;
}

/**
 * Returns all tips.
 * @throws {CodedError} v1.chain-tips when none is known; of the node
 */
export async function listedTips(context: NetworkInfo & NodeContext): Promise<ChainTip[]> {
  const { tips } = await chainTips(context);
  if (tips.length === 0) throw new CodedError('v1.chain-tips', 'the node reports no tips');
  return tips;
}
