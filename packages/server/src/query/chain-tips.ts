import type { ChainTip } from '@glassblock/contract';
import { fieldsOf, numberField, type RpcOutcome, textField } from '@glassblock/node';
import { CodedError } from '@glassblock/primitives';
import type { NetworkContext } from '../network-context.ts';
import { cachedAnswer, cachedPerOwner } from './cached-answer.ts';
import type { Orphan } from './present-block.ts';

/** Branches that the node knows. */
export interface ChainTips {
  /** As the node lists them: highest first. */
  tips: ChainTip[];
  /** Blocks of branches that lost, by height. */
  orphansAt: Map<number, Orphan[]>;
}

const ttlSeconds = 10;
const timeoutMs = 250;
/** Blocks of one branch, and branches, that orphans are gathered from. */
const maxDepth = 10;
const maxBranches = 200;
/** Branches whose blocks the node has and found in order, as far as it looked. */
export const staleTipStates: ReadonlySet<string> = new Set(['valid-fork', 'valid-headers']);

const stored = cachedPerOwner((context: NetworkContext) =>
  cachedAnswer(ttlSeconds, context.now, () => askTips(context)),
);

/** The node's tips, asked for at most every few seconds. @throws of the node */
export const chainTips = (context: NetworkContext): Promise<ChainTips> => stored(context).get();

/** The tips as far as they are known: nobody waits long for a slow node because of them, nor at all for one in trouble. */
export async function cachedTips(context: NetworkContext): Promise<ChainTips | undefined> {
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

async function askTips({ client }: NetworkContext): Promise<ChainTips> {
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

/** All tips. @throws {CodedError} v1.chain-tips when none is known; of the node */
export async function listedTips(context: NetworkContext): Promise<ChainTip[]> {
  const { tips } = await chainTips(context);
  if (tips.length === 0) throw new CodedError('v1.chain-tips', 'the node names no tip');
  return tips;
}
