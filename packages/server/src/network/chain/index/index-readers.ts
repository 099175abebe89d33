/** Another thread that reads the index of a network. */
export interface IndexReader {
  /** The index may be opened. */
  open(): void;
  /** Resolves when it has closed the index, or has ended. */
  close(): Promise<void>;
}

/** The other threads that read an index: the index thread can reopen its files only when all have closed them. */
export interface IndexReaders {
  /** Adds a thread; it opens the index now if the main thread has it open. Returns how to remove it. */
  add(reader: IndexReader): () => void;
  /** The main thread has opened the index. */
  opened(): void;
  /** Resolves when all threads have closed the index. */
  closed(): Promise<void>;
}

/** Creates the list of threads. */
export function createIndexReaders(): IndexReaders {
  const readers = new Set<IndexReader>();
  let isOpen = false;
  return {
    add(reader) {
      readers.add(reader);
      if (isOpen) reader.open();
      return () => void readers.delete(reader);
    },
    opened() {
      isOpen = true;
      for (const reader of readers) reader.open();
    },
    async closed() {
      if (!isOpen) return;
      isOpen = false;
      await Promise.all([...readers].map((reader) => reader.close()));
    },
  };
}
