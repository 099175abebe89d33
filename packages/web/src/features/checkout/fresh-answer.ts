import { type Answer, failure, request } from '../../data/answer.ts';
import { browserSite } from '../../data/browser-api.ts';

/** Sends a GET request past all caches; in the browser only. */
export async function freshAnswer<T>(path: string): Promise<Answer<T>> {
  try {
    const { body } = await request(fetch, browserSite().basePath.slice(0, -1) + path, {
      headers: { accept: 'application/json, text/plain' },
      cache: 'no-store',
    });
    return { ok: true, body: body as T };
  } catch (error) {
    return failure(error);
  }
}

/** Interval of repeated requests, ms. */
const pollMs = 2_000;

/**
 * Sends a GET request past all caches repeatedly.
 * @param onAnswer returns whether another request follows
 * @returns ends it
 */
export function pollAnswer<T>(path: string, onAnswer: (answer: Answer<T>) => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const ask = async () => {
    const answer = await freshAnswer<T>(path);
    if (!isEnded && onAnswer(answer)) timer = setTimeout(() => void ask(), pollMs);
  };
  void ask();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
