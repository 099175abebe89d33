import { detectBlockFiles, type NodeAddress } from '@glassblock/node';
import type { NetworkRow } from '@glassblock/primitives';
import type { Logger } from 'pino';

/** Adds the node's block files where they are found on this machine. */
export async function withBlockFiles(node: NodeAddress, network: NetworkRow, log: Logger): Promise<NodeAddress> {
  if (node.blocksDir !== undefined) return node;
  const blocksDir = await detectBlockFiles(node, network);
  if (blocksDir === undefined) return node;
  const line = `blocks are read from the node's files in ${blocksDir} (--blocks-dir none: from the node)`;
  log.info({ event: 'start-report', network: network.name }, line);
  return { ...node, blocksDir };
}
