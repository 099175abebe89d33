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
