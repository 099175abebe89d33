import { checkIndex } from '@glassblock/index';
import { blockFilesPlace, createBlockSource, createNodeClient } from '@glassblock/node';
import { CodedError, networks } from '@glassblock/primitives';
import type { Config } from '../config/config.ts';
import { chainSourceOf } from '../threads/node-sources.ts';
import { openClosedIndex, placeOf } from './closed-index.ts';
import type { Terminal } from './terminal.ts';

/** Flags of `index check`. */
export interface CheckFlags {
  whole?: true;
  sample?: string;
  /** Directory of an export. */
  index?: string;
}

const defaultSample = 200;

/**
 * `index check`: compares the tables with the node's blocks.
 * @returns false when something is wrong
 */
export async function check(config: Config, flags: CheckFlags, { say, progress }: Terminal): Promise<boolean> {
  const { entry, directory } = placeOf(config);
  if (entry.node === undefined) throw new CodedError('cli.no-node', 'checking needs the node: pass --node');
  const sample = flags.whole === true ? undefined : sampleOf(flags.sample);
  const { store, prefixer } = await openClosedIndex(flags.index ?? directory, entry.name, config.memoryBytes);
  const network = networks[entry.name];
  const client = createNodeClient({ ...entry.node, connections: 6 });
  try {
    const { findings, isWhole, blocks, transactions } = await checkIndex({
      store,
      prefixer,
      source: chainSourceOf(client, createBlockSource(client, true, blockFilesPlace(entry.node, network)), network),
      sample,
      random: Math.random,
      onFinding: ({ table, key, fault }) => say(`${table}${key === '' ? '' : ` ${key}`}: ${fault}`),
      onProgress: (done, all, what) => progress(`${what}: ${done} of ${all}`),
    });
    const looked = `${blocks} blocks with ${transactions} transactions`;
    if (findings === 0) say(`Checked ${looked}: no errors.`);
    else {
      const more = isWhole ? '' : ' The check ended early: there may be more.';
      say(
        `Checked ${looked}: ${findings === 1 ? '1 error' : `${findings} errors`}.${more} Run "glassblock index rebuild" to rebuild the index.`,
      );
    }
    return findings === 0;
  } finally {
    await client.close();
    await store.close();
  }
}

function sampleOf(text: string | undefined): number {
  if (text === undefined) return defaultSample;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CodedError('config.wrong', `--sample: "${text}" is not a number of blocks`);
}
