import { Command } from 'commander';
import { addServicesCommands } from '../../src/cli/services.ts';
import { type Flags, loadConfig } from '../../src/index.ts';

/** Creates a user with 50,000 sats in the database of the services; returns an API key. */
export async function createServicesUser(
  flags: Flags,
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const lines: string[] = [];
  const terminal = { say: (line: string) => void lines.push(line), progress: () => undefined, ask: async () => '' };
  const main = new Command();
  addServicesCommands(
    main,
    () => loadConfig(flags, environment),
    terminal,
    async () => undefined,
  );
  for (const words of [
    ['add-user', name],
    ['credit', name, '50000', '--reference', 'test'],
    ['add-key', name],
  ]) {
    await main.parseAsync(['services', ...words], { from: 'user' });
  }
  return /gbk_\S+/.exec(lines.join('\n'))![0];
}
