import type { FactColumns } from '@glassblock/index';
import { CodedError } from '@glassblock/primitives';
import { type ChainContext, indexBehind, isIndexBehind } from '../../network/chain/chain-context.ts';
import type { BlockFacts } from '../../recording/block-facts.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';

/** Maximum missing blocks that an answer waits for: some seconds of work. */
const awaitedBlocks = 10_000;

const missing = ({ columns, indexed }: BlockFacts): number => Math.max(0, indexed - columns.count);

/**
 * Returns the columns once they have caught up with the index.
 * @throws {CodedError} index.behind, index.lacks-blocks while much is missing
 */
export async function factsOf(context: ChainContext & RecordingContext): Promise<FactColumns> {
  const { facts } = context;
  if (isIndexBehind(context)) throw indexBehind(context);
  if (missing(facts) <= awaitedBlocks) await facts.settled();
  if (missing(facts) > awaitedBlocks || facts.columns.count === 0) {
    throw new CodedError('index.behind', 'block facts are being collected');
  }
  return facts.columns;
}
