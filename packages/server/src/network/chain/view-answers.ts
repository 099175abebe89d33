import type { IndexView } from '@glassblock/index';
import { LRUCache } from 'lru-cache';

/** An encoded answer of the API, and the cursor of its next page. */
export interface ViewAnswer {
  /** JSON. */
  readonly body: Buffer;
  /** Absent at the end. */
  readonly next?: string;
}

/** Bytes of the answers of one view; views of the same index follow each other. */
const maxBytes = 8e6;
/** Larger answers are not stored: they would evict many others. */
const maxAnswerBytes = 1e6;
/** Objects and key of an answer, bytes. */
const entryBytes = 300;

const answersByView = new WeakMap<IndexView, LRUCache<string, ViewAnswer>>();

/**
 * Returns an answer that depends on one view of the chain and on nothing else. Wallets request the same busy scripts
 * repeatedly, and a view changes only with the chain: the rows are then read and encoded once per block.
 * @param key of the request, unique among all answers of views
 * @param make computes the answer; its errors are not stored
 */
export async function answerOfView<T extends ViewAnswer | undefined = ViewAnswer | undefined>(
  view: IndexView,
  key: string,
  make: () => Promise<T>,
): Promise<ViewAnswer | T> {
  let answers = answersByView.get(view);
  if (answers === undefined) {
    answers = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxAnswerBytes,
      sizeCalculation: ({ body }) => entryBytes + body.length,
    });
    answersByView.set(view, answers);
  }
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = await make();
  if (answer !== undefined) answers.set(key, answer);
  return answer;
}
