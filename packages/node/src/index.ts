/**
 * Client of Bitcoin Core, Knots and Elements: RPC, REST and ZMQ over bounded connections; probes the node's features,
 * reports its state, and reads blocks with their spent outputs in the fastest available way. It has no policy. Example:
 *     const client = createNodeClient({ ...parseNodeUrl('http://user:password@127.0.0.1:8332') });
 *     const facts = await probeNode(client);
 *     const source = createBlockSource(client, facts.rest, blockFilesPlace(address, networks.mainnet));
 */
export { fieldsOf, numberField, satsOfBtc, textField } from './answers.ts';
export type { BlockBytes } from './block-files/block-bytes.ts';
export { type BlockFilesPlace, blockFilesPlace } from './block-files/block-directory.ts';
export { type BlockFiles, openBlockFiles } from './block-files/block-files.ts';
export { detectBlockFiles } from './block-files/detect-block-files.ts';
export { homeDirectory } from './block-files/home-directory.ts';
export {
  type BlockSource,
  createBlockSource,
  type ReadingWay,
  spentFromJson,
} from './block-source.ts';
export {
  createNodeClient,
  type NodeClient,
  parseNodeUrl,
  type RpcCall,
  type RpcOutcome,
  rpcError,
} from './client.ts';
export {
  createElementsBlockSource,
  type ElementsBlockBytes,
  type ElementsBlockSource,
  type Outpoint,
  type OutputLookup,
} from './elements/elements-block-source.ts';
export {
  createElementsMonitor,
  type ElementsFacts,
  elementsAdviceFor,
  elementsReportLines,
  probeElementsNode,
  type SidechainFacts,
  stateOfElementsFacts,
} from './elements/elements-facts.ts';
export { elementsTransactions } from './elements/elements-transactions.ts';
export { readHashList } from './hash-list.ts';
export type { NodeAddress, NodeClientOptions } from './node-connection.ts';
export { adviceFor, isNetwork, type NodeFacts, oldestVersion, probeNode } from './probe.ts';
export {
  openSequenceFeed,
  parseSequenceBody,
  reachableZmqAddress,
  type SequenceHandlers,
  type SequenceMessage,
} from './sequence-feed.ts';
export { duration, estimateSync, reportLines, type WayEstimate } from './start-report.ts';
export {
  createNodeMonitor,
  type NodeMonitor,
  type NodeState,
  type NodeStateName,
  stateOfError,
  stateOfFacts,
} from './state.ts';
