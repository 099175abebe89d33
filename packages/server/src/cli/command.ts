import { resolve } from 'node:path';
import { CodedError } from '@glassblock/primitives';
import { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import type { Flags } from '../config/flags.ts';
import { type CheckFlags, check } from './check.ts';
import { exportCopy } from './export.ts';
import { importHistory } from './lightning.ts';
import { type RebuildFlags, rebuild } from './rebuild.ts';
import { type ReservesFlags, verifyReserves } from './reserves.ts';
import { addServicesCommands } from './services.ts';
import { createTerminal } from './terminal.ts';

/**
 * Defines the command line. Without a command it runs the server.
 * @param serve also receives arguments that are not flags
 */
export function createCommand(serve: (flags: Flags, words: readonly string[]) => Promise<void>): Command {
  const program = new Command('glassblock')
    .description('Bitcoin and mempool explorer for your own node. Without --node it runs on a live demo chain.')
    .option('--node <url>', 'your node: http://host:port; credentials: --cookie, or GLASSBLOCK_NODE_USER and _PASSWORD')
    .option('--network <name>', 'mainnet, testnet, testnet4, signet or regtest; becomes the root network')
    .option('--liquid <url>', 'your Elements node, for Liquid: http://user:password@host:port; "off": no Liquid demo')
    .option('--liquid-network <name>', 'liquid, liquidtestnet or liquidregtest (liquid)')
    .option(
      '--asset-registry <file>',
      "names of Liquid's assets: a file or a URL in the format of Blockstream's registry",
    )
    .option('--zmq <url>', "address of the node's ZMQ sequence topic, if it differs from the announced one")
    .option('--cookie <file>', 'cookie file of the node, instead of user and password')
    .option('--blocks-dir <dir>', "the node's data directory, if its block files can be read from here")
    .option('--lnd <url>', 'REST API of your lnd, such as https://127.0.0.1:8080, for the Lightning graph')
    .option('--lnd-macaroon <file>', 'its readonly.macaroon')
    .option('--lnd-cert <file>', 'its tls.cert')
    .option('--cln <socket>', 'socket of your Core Lightning node, lightning-rpc, for the Lightning graph')
    .option('--geoip-city <file>', 'MaxMind DB file with the places of addresses, for the maps of Lightning nodes')
    .option('--geoip-asn <file>', 'the same with autonomous systems')
    .option('--geoip-isp <file>', 'the same with internet service providers')
    .option('--data-dir <dir>', 'directory of the indexes, one subdirectory per network')
    .option('--store <url>', 'Cassandra cluster for the indexes: cassandra://HOST[:PORT][,HOST..]/KEYSPACE')
    .option(
      '--role <role>',
      'follow: write index and journal; serve: answer from them; services: accounts and payments; all: one process (all)',
    )
    .option('--bus <url>', 'NATS with JetStream between these processes: nats:// or tls://HOST[:PORT][,HOST..]')
    .option('--host <host>', 'address to listen on (127.0.0.1)')
    .option('--port <number>', 'port to listen on (8999)')
    .option('--memory <size>', 'memory for caches, such as 512MB')
    .option('--threads <number>', 'threads that answer requests besides the main thread (processors - 2, at most 4)')
    .option('--base-path <path>', 'path under which everything is served, such as /explorer/')
    .option('--config <file>', 'configuration file (TOML or JSON)')
    // an argument in the wrong place may be a node address with its password
    .configureOutput({ writeErr: (text) => process.stderr.write(text.replace(/\S*:\S*@\S*/g, '(not shown)')) })
    .allowExcessArguments()
    .allowUnknownOption()
    .action(async (flags: Flags, { args }: Command) => serve(flags, args));

  const terminal = createTerminal();
  const configOf = (command: Command) => loadConfig(command.optsWithGlobals<Flags>(), process.env);
  const index = program
    .command('index')
    .description('index maintenance; accepts the flags above, such as --network and --data-dir')
    .allowExcessArguments(false);
  index
    .command('check')
    .description(
      "compare the tables with the node's blocks; stop the server first unless they are in a cluster, or pass an export",
    )
    .option('--sample <blocks>', 'number of random blocks to check (200)')
    .option('--whole', 'check the whole chain and every row: takes longer than building the index')
    .option('--index <dir>', 'an export, instead of the data directory')
    .action(async (flags: CheckFlags, command: Command) => {
      if (!(await check(configOf(command), flags, terminal))) process.exitCode = 1;
    });
  index
    .command('rebuild')
    .description('remove the index: the next start rebuilds it')
    .option('--yes', 'do not ask for confirmation')
    .action(async (flags: RebuildFlags, command: Command) => rebuild(configOf(command), flags, terminal));
  index
    .command('export')
    .argument('<dir>', 'a new or empty directory', absolute)
    .description('copy the index, also while the server runs')
    .action(async (directory: string, _flags: object, command: Command) =>
      exportCopy(configOf(command), directory, terminal),
    );
  index
    .command('reserves')
    .description('compare supply and reserves of Liquid, from its node and the node of its parent chain alone')
    .option('--verify', 'recompute both from the nodes and print the difference')
    .option('--server <url>', 'a Liquid network on a server, such as http://127.0.0.1:8999/liquid, to compare with')
    .action(async (flags: ReservesFlags, command: Command) => {
      if (!(await verifyReserves(configOf(command), flags, terminal))) process.exitCode = 1;
    });
  program
    .command('lightning')
    .description('history of the Lightning graph')
    .allowExcessArguments(false)
    .command('import')
    .argument('<dir>', 'topology_<unix seconds>… files: graphs of lnd, or adjacency lists', absolute)
    .description('import statistics of past days, while the server runs; continues where it was stopped')
    .action(async (directory: string, _flags: object, command: Command) =>
      importHistory(configOf(command), directory, terminal),
    );
  addServicesCommands(program, configOf, terminal);
  return program;
}

/** Returns the path of a directory; an empty one, as of an unset variable in a script, is not the working directory. */
function absolute(directory: string): string {
  if (directory.trim() === '') throw new CodedError('config.wrong', '<dir>: the value is empty');
  return resolve(directory);
}
