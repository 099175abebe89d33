import { open } from 'node:fs/promises';

/** Makes the creation or removal of a file durable, where the system supports this. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
