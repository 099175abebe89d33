import { type Disk, type DiskFile, systemDisk } from '../src/disk/disk.ts';

type Change = 'open' | 'write' | 'sync' | 'truncate' | 'rename' | 'remove' | 'sync-directory';

/** A file system that refuses changes on command. */
export interface FaultyDisk extends Disk {
  /** Returns the error code with which a change is refused; a refused write leaves half of its bytes. */
  refusal: (change: Change, path: string) => string | undefined;
  /** Number of changes requested. */
  readonly changes: number;
  /** Closes all files as the end of the process would. */
  release(): Promise<void>;
}

/** Creates a faulty disk. */
export function createFaultyDisk(): FaultyDisk {
  const files = new Set<DiskFile>();
  let changes = 0;

  function ask(change: Change, path: string): void {
    changes++;
    const code = disk.refusal(change, path);
    if (code !== undefined) throw Object.assign(new Error(`${code}: ${change} refused`), { code });
  }
  const disk: FaultyDisk = {
    ...systemDisk,
    refusal: () => undefined,
    get changes() {
      return changes;
    },
    async release() {
      await Promise.all([...files].map((file) => file.close()));
    },
    async open(path, mode) {
      if (mode !== 'read') ask('open', path);
      const file = await systemDisk.open(path, mode);
      files.add(file);
      return {
        ...file,
        async write(bytes, position) {
          try {
            ask('write', path);
          } catch (cause) {
            await file.write(bytes.subarray(0, bytes.length >> 1), position);
            throw cause;
          }
          await file.write(bytes, position);
        },
        async sync() {
          ask('sync', path);
          await file.sync();
        },
        async truncate(length) {
          ask('truncate', path);
          await file.truncate(length);
        },
        async close() {
          files.delete(file);
          await file.close();
        },
      };
    },
    async rename(from, to) {
      ask('rename', to);
      await systemDisk.rename(from, to);
    },
    async remove(path) {
      ask('remove', path);
      await systemDisk.remove(path);
    },
    async syncDirectory(path) {
      ask('sync-directory', path);
      await systemDisk.syncDirectory(path);
    },
  };
  return disk;
}
