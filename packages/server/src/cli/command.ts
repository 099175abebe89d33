import { Command } from 'commander';
import { type Flags, loadConfig } from '../config/config.ts';
import { type CheckFlags, check } from './check.ts';
import { exportCopy } from './export.ts';
import { type RebuildFlags, rebuild } from './rebuild.ts';
import { createTerminal } from './terminal.ts';

/** All words of the command line. Without a command it is the server. @param serve  gets the words that are no flags, too */
export function createCommand(serve: (flags: Flags, words: readonly string[]) => Promise<void>): Command {
  const program = new Command('glassblock')
    .description('The Bitcoin and mempool explorer you can own. Without --node it shows a living demo chain.')
    .option('--node <url>', 'your node: http://user:password@host:port')
    .option('--network <name>', 'mainnet, testnet, testnet4, signet or regtest; becomes the root network')
    .option('--zmq <url>', "address of the node's ZMQ sequence topic, when it is not the one it announces")
    .option('--cookie <file>', 'cookie file of the node, instead of user and password')
    .option('--blocks-dir <dir>', "the node's data directory, when its block files can be read from here")
    .option('--data-dir <dir>', 'where the indexes lie, one directory for each network')
    .option('--host <host>', 'address to listen on (127.0.0.1)')
    .option('--port <number>', 'port to listen on (8999)')
    .option('--memory <size>', 'memory for caches, such as 512MB')
    .option('--base-path <path>', 'path under which everything is served, such as /explorer/')
    .option('--config <file>', 'configuration file, TOML or JSON')
    .allowExcessArguments()
    .allowUnknownOption()
    .action(async (flags: Flags, { args }: Command) => serve(flags, args));

  const terminal = createTerminal();
  const configOf = (command: Command) => loadConfig(command.optsWithGlobals<Flags>(), process.env);
  const index = program
    .command('index')
    .description('care of the index; takes the flags above, such as --network and --data-dir')
    .allowExcessArguments(false);
  index
    .command('check')
    .description("hold the tables to the node's blocks; the server must not run, or name an export")
    .option('--sample <blocks>', 'blocks to look at, chosen at random (200)')
    .option('--whole', 'the whole chain and every row: takes longer than building the index')
    .option('--index <dir>', 'an export, instead of the data directory')
    .action(async (flags: CheckFlags, command: Command) => {
      if (!(await check(configOf(command), flags, terminal))) process.exitCode = 1;
    });
  index
    .command('rebuild')
    .description('remove the index: the next start makes it anew')
    .option('--yes', 'do not ask')
    .action(async (flags: RebuildFlags, command: Command) => rebuild(configOf(command), flags, terminal));
  index
    .command('export')
    .argument('<dir>', 'a directory that is not there yet')
    .description('copy the index, also while the server runs')
    .action(async (directory: string, _flags: object, command: Command) =>
      exportCopy(configOf(command), directory, terminal),
    );
  return program;
}
