import type { CachedNode } from './cached-node.ts';

/** Parameters of electrs. */
export interface ElectrsOptions {
  node: CachedNode;
  /** Its database. */
  db: string;
  electrumPort: number | undefined;
  monitoringPort: number | undefined;
}

/** Returns the command line of Roman Zeyde's electrs for the node of a generated chain. */
export const electrsFlags = ({ node, db, electrumPort, monitoringPort }: ElectrsOptions): string[] => [
  '--skip-default-conf-files',
  '--network=regtest',
  '--log-filters=INFO',
  `--db-dir=${db}`,
  `--daemon-rpc-addr=127.0.0.1:${node.rpcPort}`,
  `--daemon-p2p-addr=127.0.0.1:${node.p2pPort}`,
  `--cookie-file=${node.cookieFile}`,
  `--electrum-rpc-addr=127.0.0.1:${electrumPort}`,
  `--monitoring-addr=127.0.0.1:${monitoringPort}`,
];
