import { hashFromDisplay, isCoded } from '@glassblock/primitives';
import { fieldsOf, textField } from './answers.ts';
import type { BlockFilesPlace } from './block-files/block-directory.ts';
import { type BlockFiles, openBlockFiles } from './block-files/block-files.ts';
import { createBlockSource, type ReadingWay, spentFromJson } from './block-source.ts';
import type { NodeClient } from './client.ts';
import type { NodeFacts } from './probe.ts';

/** Estimate of one way to read blocks. */
export interface WayEstimate {
  way: ReadingWay;
  label: string;
  available: boolean;
  /** Measured on the sample blocks; undefined when not available, or not measured because a faster way is. */
  megabytesPerSecond: number | undefined;
  /** For all blocks of the chain at that speed, one reader. */
  seconds: number | undefined;
  /** The setting that enables this way. */
  setting: string;
}

const sampleBlocks = 4;
/** The newest block files are walked in less than this. */
const walkMs = 3_000;
const walkPauseMs = 50;

/**
 * Measures each way to read blocks on the newest blocks and scales it to the whole chain. An estimate: one reader,
 * blocks of the current size, current load.
 * @param place the node's block files, when configured
 */
export async function estimateSync(
  client: NodeClient,
  facts: NodeFacts,
  now: () => number,
  place?: BlockFilesPlace,
): Promise<WayEstimate[]> {
  const hashes = await newestHashes(client, facts.blocks);
  const source = createBlockSource(client, facts.rest);
  const bytesOf = new Map<string, number>();
  for (const hash of hashes) bytesOf.set(hash, (await source.block(hashFromDisplay(hash))).length);
  const total = [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0);

  const measure = async (read: (hash: string) => Promise<unknown>) => {
    const begin = now();
    for (const hash of hashes) await read(hash);
    const seconds = Math.max(1e-6, (now() - begin) / 1000);
    const megabytesPerSecond = total / 1e6 / seconds;
    return { megabytesPerSecond, seconds: megabytesPerSecond > 0 ? facts.sizeOnDisk / 1e6 / megabytesPerSecond : 0 };
  };
  const absent = { megabytesPerSecond: undefined, seconds: undefined };
  const rest = facts.rest && facts.spentOutputs === true;
  const { files, why } =
    place === undefined ? { files: undefined, why: undefined } : await filesWith(place, hashes, now);
  const perFile = files === undefined ? absent : await measure((hash) => files.blockWithSpent(hashFromDisplay(hash)));
  return [
    {
      way: 'files',
      label: "The node's block files",
      available: files !== undefined,
      ...perFile,
      setting: why ?? "--blocks-dir: the node's data directory, readable by the explorer",
    },
    {
      way: 'rest-spent',
      label: 'REST block and spent outputs',
      available: rest,
      ...(rest
        ? await measure((hash) =>
            Promise.all([client.rest(`block/${hash}.bin`), client.rest(`spenttxouts/${hash}.bin`)]),
          )
        : absent),
      setting: 'rest=1 with Bitcoin Core 30, Knots 29.4 or newer',
    },
    {
      way: 'rpc-json',
      label: 'RPC getblock with previous outputs',
      available: true,
      // a block takes a tenth of a second to parse, in the thread that serves requests
      ...(rest || files !== undefined
        ? absent
        : await measure(async (hash) => spentFromJson(await client.rpc('getblock', hash, 3)))),
      setting: 'needs no setting',
    },
  ];
}

/** The block files when they hold these blocks, else the reason. */
async function filesWith(
  place: BlockFilesPlace,
  hashes: readonly string[],
  now: () => number,
): Promise<{ files: BlockFiles | undefined; why: string | undefined }> {
  const found = async (files: BlockFiles) => {
    for (const hash of hashes) if ((await files.blockWithSpent(hashFromDisplay(hash))) === undefined) return false;
    return true;
  };
  try {
    const files = await openBlockFiles(place);
    for (const begin = now(); now() - begin < walkMs; ) {
      if (await found(files)) return { files, why: undefined };
      await new Promise<void>((resolve) => setTimeout(resolve, walkPauseMs));
    }
    return { files: undefined, why: 'blocksDir: the newest blocks are not in the files' };
  } catch (error) {
    if (isCoded(error)) return { files: undefined, why: `blocksDir: ${error.message}` };
    throw error;
  }
}

async function newestHashes(client: NodeClient, tip: number): Promise<string[]> {
  const hashes: string[] = [];
  let hash = String(await client.rpc('getblockhash', tip));
  while (hashes.length < sampleBlocks) {
    hashes.push(hash);
    const header = fieldsOf(await client.rpc('getblockheader', hash), 'getblockheader');
    if (!('previousblockhash' in header)) break;
    hash = textField(header, 'previousblockhash');
  }
  return hashes;
}

/** Returns the report as log lines: the node, its missing features, the duration of each way. */
export function reportLines(facts: NodeFacts, advice: readonly string[], ways: readonly WayEstimate[]): string[] {
  const lines = [
    `node ${facts.subversion} on ${facts.chain}, ${facts.blocks} blocks${facts.pruned ? ', pruned' : ''}`,
    `txindex ${yesOrNo(facts.txindex)} (not needed), REST ${yesOrNo(facts.rest)}, spent outputs ${yesOrNo(facts.spentOutputs)}, block parts ${yesOrNo(facts.blockPart)}, ZMQ sequence ${yesOrNo(facts.zmqSequence !== undefined)}`,
  ];
  for (const { label, available, megabytesPerSecond, seconds, setting } of ways) {
    lines.push(
      seconds === undefined || megabytesPerSecond === undefined
        ? `${label}: ${available ? 'not measured, as a faster way is available' : `not available (${setting})`}`
        : `${label}: ${megabytesPerSecond.toFixed(1)} MB/s now, about ${duration(seconds)} for the whole chain (${setting})`,
    );
  }
  return [...lines, ...advice];
}

/** Formats a capability. */
export const yesOrNo = (value: boolean | undefined): string => (value === undefined ? 'unknown' : value ? 'yes' : 'no');

/** Formats an estimated duration: `3 h 20 min`, `45 s`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
