import { type Answer, failure, request } from './answer.ts';
import { browserSite } from './browser-api.ts';

/**
 * Posts a body to a REST route; in the browser only.
 * @param path from `api` of url.ts
 * @param body a string as it is, anything else as JSON
 */
export async function post<T>(path: string, body: unknown): Promise<Answer<T>> {
  const isText = typeof body === 'string';
  try {
    const { body: answer } = await request(fetch, browserSite().basePath.slice(0, -1) + path, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/plain',
        'content-type': isText ? 'text/plain' : 'application/json',
      },
      body: isText ? body : JSON.stringify(body),
    });
    return { ok: true, body: answer as T };
  } catch (error) {
    return failure(error);
  }
}
