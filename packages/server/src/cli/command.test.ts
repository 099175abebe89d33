import { expect, it } from 'vitest';
import { createCommand } from './command.ts';

it.each([
  ['index', 'export'],
  ['lightning', 'import'],
])('%s %s refuses an empty directory, instead of using the working directory', async (...words) => {
  const command = createCommand(async () => undefined);
  await expect(command.parseAsync([...words, ''], { from: 'user' })).rejects.toThrow('<dir>: the value is empty');
});
