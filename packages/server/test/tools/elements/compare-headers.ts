import type { Comparison, Get, Json } from './comparison.ts';

/** Parameters of a federation that a header states; `null` ones have no field. */
const paramFields = [
  'signblockscript',
  'max_block_witness',
  'extra_root',
  'fedpeg_program',
  'fedpegscript',
  'extension_space',
];

/** Names of the explorer where they are others: those of Esplora. */
const ownNames: Readonly<Record<string, string>> = {
  max_block_witness: 'signblock_witness_limit',
  extra_root: 'elided_root',
};

/** Compares signatures and federation parameters of a header with the node's. @param theirs `getblockheader H true` */
export async function compareHeader(
  hash: string,
  theirs: Json,
  { get, comparison }: { get: Get; comparison: Comparison },
): Promise<void> {
  const name = (field: string) => `header ${hash} ${field}`;
  const { ext } = (await get(`/block/${hash}`)) as { ext: Json };
  const dynamic = theirs['dynamic_parameters'] as { current: Json; proposed: Json } | undefined;
  if (dynamic === undefined) {
    comparison.equal(name('challenge'), ext['challenge'], theirs['signblock_challenge']);
    comparison.equal(name('solution'), ext['solution'], theirs['signblock_witness_hex']);
    return;
  }
  comparison.equal(name('signblock_witness'), ext['signblock_witness'], theirs['signblock_witness_hex']);
  for (const part of ['current', 'proposed'] as const) {
    const own = ext[part] as Json | null;
    const node = dynamic[part];
    for (const field of paramFields) {
      const ours = own?.[ownNames[field] ?? field];
      // compact parameters have a root where full ones have fields
      if (node['type'] === 'full' && field === 'extra_root') continue;
      comparison.equal(name(`${part} ${field}`), ours, node[field]);
    }
  }
}
