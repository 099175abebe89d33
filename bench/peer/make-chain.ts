import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Generates a chain with a real node, as `chain/make.ts` does. @param directory created */
export async function makeChain(directory: string, megabytes: string, txs: string): Promise<void> {
  const file = fileURLToPath(new URL('../chain/make.ts', import.meta.url));
  const flags = ['--out', directory, '--megabytes', megabytes, '--txs', txs];
  const child = spawn(process.execPath, [file, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the generator of the chain ended with ${code}`);
}
