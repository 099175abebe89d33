import type { Fact } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';
import type { IndexProgress } from './index-progress.ts';

/** Words of the state: readable, number of the announced commit, height of index and of node, word of the tip's hash. */
const places = { isReady: 0, commit: 1, height: 2, nodeHeight: 3, tipWord: 4 } as const;
/** The hash of the tip is not known. */
const unknownTip = 0;

/** Returns memory for the state of one network, which the main thread writes and read threads read. */
export const newReadState = (): SharedArrayBuffer =>
  new SharedArrayBuffer(Object.keys(places).length * Int32Array.BYTES_PER_ELEMENT);

/** Returns a word of a hash that two tips of one height hardly share. @param id display hash */
export const tipWordOf = (id: string): number => Number.parseInt(id.slice(-8), 16) | 0;

/** Writes the state before the main thread announces it to anyone. */
export interface ReadStateWriter {
  /** @param progress of the index, which is known to be readable or not */
  setReady(isReady: boolean): void;
  /** The index thread has reported a commit. @param facts of the commit; empty: only its progress is known */
  commit(progress: IndexProgress, facts: readonly Fact[]): void;
}

/** Creates the writer. */
export function readStateWriter(memory: SharedArrayBuffer): ReadStateWriter {
  const words = new Int32Array(memory);
  return {
    setReady: (isReady) => void Atomics.store(words, places.isReady, isReady ? 1 : 0),
    commit({ height, nodeHeight }, facts) {
      const last = facts.at(-1);
      const isSame = Atomics.load(words, places.height) === (height ?? -1) && last === undefined;
      if (last?.type === 'block-connected') Atomics.store(words, places.tipWord, tipWordOf(displayHash(last.hash)));
      else if (!isSame) Atomics.store(words, places.tipWord, unknownTip);
      Atomics.store(words, places.height, height ?? -1);
      Atomics.store(words, places.nodeHeight, nodeHeight ?? -1);
      // written last: a reader that sees the number also sees the other words
      Atomics.add(words, places.commit, 1);
    },
  };
}

/** Reads the state in any thread. */
export interface ReadStateReader {
  /** The index is complete and readable: requests need nothing but it, the bodies and the mempool. */
  isReady(): boolean;
  /** Returns the number of the newest commit that the main thread has announced. */
  commit(): number;
  progress(): IndexProgress;
  /** Returns whether a view of that tip shows the announced commit, not one that the index thread wrote after it. */
  isAnnounced(tip: { height: number; hash: Uint8Array } | undefined): boolean;
}

/** Creates the reader. */
export function readStateReader(memory: SharedArrayBuffer): ReadStateReader {
  const words = new Int32Array(memory);
  const heightAt = (place: number) => {
    const height = Atomics.load(words, place);
    return height < 0 ? null : height;
  };
  return {
    isReady: () => Atomics.load(words, places.isReady) === 1,
    commit: () => Atomics.load(words, places.commit),
    progress: () => ({
      height: heightAt(places.height),
      nodeHeight: heightAt(places.nodeHeight),
      synced: true,
      failure: undefined,
      lacksBlocks: false,
      build: undefined,
    }),
    isAnnounced(tip) {
      const word = Atomics.load(words, places.tipWord);
      if (tip === undefined || tip.height !== heightAt(places.height)) return false;
      return word === unknownTip || word === tipWordOf(displayHash(tip.hash));
    },
  };
}
