import { CodedError } from '@glassblock/primitives';
import type { LightningContext } from '../../sources/lightning/lightning-context.ts';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';

/** Returns the Lightning graph. @throws {CodedError} lightning.off */
export function lightningOf({ lightning }: LightningContext): Lightning {
  if (lightning === undefined) throw new CodedError('lightning.off', 'no Lightning node is configured');
  return lightning;
}

/** Returns the row of a node. @throws {CodedError} lightning.node */
export function nodeRowOf({ graph }: Lightning, publicKey: string): number {
  const row = graph.nodes.find(publicKey);
  if (row === -1) throw new CodedError('lightning.node', 'no such node');
  return row;
}
