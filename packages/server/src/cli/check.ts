import { type ChainSource, checkIndex, type Finding } from '@glassblock/index';
import { checkElementsIndex } from '@glassblock/index/elements';
import {
  blockFilesPlace,
  createBlockSource,
  createNodeClient,
  type NodeAddress,
  type NodeClient,
} from '@glassblock/node';
import { CodedError, type NetworkName, networks } from '@glassblock/primitives';
import { beginUse, verifyDatabase } from '@glassblock/store';
import type { Config } from '../config/config.ts';
import { chainSourceOf } from '../threads/node-sources.ts';
import { openElements } from '../threads/workers/worker-chain.ts';
import {
  type ClosedIndex,
  checkFileAccess,
  type IndexPlace,
  isElements,
  lockPlace,
  openClosedIndex,
  openClusterIndex,
  placeOf,
  rootEntryOf,
} from './closed-index.ts';
import { megabytes, type Terminal } from './terminal.ts';

/** Flags of `index check`. */
export interface CheckFlags {
  whole?: true;
  sample?: string;
  /** Directory of an export. */
  index?: string;
}

const defaultSample = 200;

/**
 * `index check`: verifies the files, if there are any, then compares the tables with the node's blocks.
 * @returns false if there are errors
 */
export async function check(config: Config, flags: CheckFlags, terminal: Terminal): Promise<boolean> {
  const { store: cluster } = config;
  const entry = rootEntryOf(config);
  if (entry.node === undefined) throw new CodedError('cli.no-node', 'checking needs the node: pass --node');
  const options = { network: entry.name, node: entry.node, memoryBytes: config.memoryBytes };
  const sample = flags.whole === true ? undefined : sampleOf(flags.sample);
  if (cluster !== undefined && flags.index === undefined) {
    return checkTables(() => openClusterIndex(cluster, entry.name), sample, options, terminal);
  }
  const place = cluster === undefined ? placeOf(config) : undefined;
  const directory = flags.index ?? place!.directory;
  checkFileAccess(directory, entry.name);
  const lock = flags.index === undefined ? await lockPlace(place!) : undefined;
  const open = () => openClosedIndex(directory, options.network, options.memoryBytes, true);
  try {
    const isWhole = await checkFiles(directory, flags.index !== undefined, terminal);
    return isWhole && (await checkTables(open, sample, options, terminal));
  } finally {
    await lock?.release();
  }
}

/** Verifies the checksums of all files. */
async function checkFiles(directory: string, isExport: boolean, { say, progress }: Terminal): Promise<boolean> {
  const { faults, files, bytes } = await verifyDatabase(directory, {
    onProgress: (done, all) => progress(`files: ${megabytes(done)} of ${megabytes(all)} MB`),
  });
  for (const { file, fault } of faults) say(`${file}: ${fault}`);
  if (faults.length === 0) {
    if (files > 0) say(`Verified ${files} files, ${megabytes(bytes)} MB: no errors.`);
    return true;
  }
  const count = faults.length === 1 ? '1 damaged file' : `${faults.length} damaged files`;
  const repair = isExport ? 'Export the index again.' : 'The next start rebuilds the index from the node.';
  // the next start verifies them too
  if (!isExport) await beginUse(directory);
  say(`Verified ${files} files, ${megabytes(bytes)} MB: ${count}. ${repair}`);
  return false;
}

/** The node that the tables are compared with. */
interface TablesOptions {
  network: IndexPlace['entry']['name'];
  node: NodeAddress;
  memoryBytes: number;
}

/** Compares the tables with the node's blocks. */
async function checkTables(
  open: () => Promise<ClosedIndex>,
  sample: number | undefined,
  options: TablesOptions,
  { say, progress }: Terminal,
): Promise<boolean> {
  const { store, prefixer, close } = await open();
  const client = createNodeClient({ ...options.node, connections: 6 });
  let isSound = false;
  try {
    const shared = {
      store,
      prefixer,
      sample,
      random: Math.random,
      onFinding: ({ table, key, fault }: Finding) => say(`${table}${key === '' ? '' : ` ${key}`}: ${fault}`),
      onProgress: (done: number, all: number, what: string) => progress(`${what}: ${done} of ${all}`),
    };
    const { findings, isWhole, blocks, transactions } = isElements(options.network)
      ? await checkElementsIndex({ ...shared, ...openElements(options.network, client) })
      : await checkIndex({ ...shared, source: bitcoinSource(client, options.network, options.node) });
    const looked = `${blocks} blocks with ${transactions} transactions`;
    if (findings === 0) say(`Checked ${looked}: no errors.`);
    else {
      const more = isWhole ? '' : ' The check ended early: there may be more.';
      say(
        `Checked ${looked}: ${findings === 1 ? '1 error' : `${findings} errors`}.${more} Run "glassblock index rebuild" to rebuild the index.`,
      );
    }
    isSound = findings === 0;
    return isSound;
  } finally {
    await client.close();
    await close(isSound);
  }
}

function bitcoinSource(client: NodeClient, name: NetworkName, node: NodeAddress): ChainSource {
  const network = networks[name];
  return chainSourceOf(client, createBlockSource(client, true, blockFilesPlace(node, network)), network);
}

function sampleOf(text: string | undefined): number {
  if (text === undefined) return defaultSample;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CodedError('config.wrong', `--sample: "${text}" is not a number of blocks`);
}
