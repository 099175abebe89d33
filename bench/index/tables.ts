/**
 * Bytes and rows of each table of an index, and their projection to mainnet.
 *
 *     node bench/index/tables.ts --index DIR --chain DIR [--compact]
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tables } from '@glassblock/index';
import { ClassicLevel } from 'classic-level';

const { values } = parseArgs({
  options: {
    index: { type: 'string', default: '' },
    chain: { type: 'string', default: '/tmp/bench-chain' },
    compact: { type: 'boolean', default: false },
  },
});
/** Assumed counts of mainnet at 850 GB. */
const mainnet = { txs: 1.3e9, outputs: 3.6e9, inputs: 3.4e9, bytes: 850e9 };
const { figures } = JSON.parse(await readFile(join(values.chain, 'chain.json'), 'utf8')) as {
  figures: { txs: number; outputs: number; inputs: number; bytes: number };
};
const ratio = {
  tx: mainnet.txs / figures.txs,
  io: (mainnet.outputs + mainnet.inputs) / (figures.outputs + figures.inputs),
  unspent: (mainnet.outputs - mainnet.inputs) / (figures.outputs - figures.inputs),
  input: mainnet.inputs / figures.inputs,
};
/** The count with which each table scales. */
const growsWith: Record<string, keyof typeof ratio> = {
  txids: 'tx',
  scripts: 'io',
  chunks: 'io',
  unspent: 'unspent',
  spends: 'input',
  cells: 'tx',
  ids: 'tx',
  bodies: 'tx',
};

const db = new ClassicLevel<Uint8Array, Uint8Array>(values.index, { keyEncoding: 'view', valueEncoding: 'view' });
await db.open();
if (values.compact) await db.compactRange(new Uint8Array([0]), new Uint8Array([255]));
let projected = 0;
let withIds = 0;
for (const { name, id } of Object.values(tables)) {
  let rows = 0;
  let payload = 0;
  for await (const [key, value] of db.iterator({ gte: new Uint8Array([id]), lt: new Uint8Array([id + 1]) })) {
    rows++;
    payload += key.length + value.length;
  }
  const bytes = await db.approximateSize(new Uint8Array([id]), new Uint8Array([id + 1]));
  const grows = growsWith[name];
  const atMainnet = grows === undefined ? 0 : bytes * ratio[grows];
  withIds += atMainnet;
  if (name !== 'ids') projected += atMainnet;
  console.log(
    JSON.stringify({
      name,
      rows,
      payload,
      bytes,
      perRow: Math.round(payload / rows),
      perTx: (bytes / figures.txs).toFixed(2),
      perOutputAndInput: (bytes / (figures.outputs + figures.inputs)).toFixed(2),
      perInput: (bytes / figures.inputs).toFixed(2),
      mainnetGb: (atMainnet / 1e9).toFixed(1),
    }),
  );
}
await db.close();
const share = (bytes: number) => `${((100 * bytes) / mainnet.bytes).toFixed(1)} %`;
console.log(JSON.stringify({ withoutIds: share(projected), withIds: share(withIds) }));
