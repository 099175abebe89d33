import { type Answer, ApiError, errorText, failure } from './answer.ts';
import { browserSite } from './browser-api.ts';

/**
 * Posts a body to a REST route; in the browser only.
 * @param path from `api` of url.ts
 * @param body a string as it is, anything else as JSON
 */
export async function post<T>(path: string, body: unknown): Promise<Answer<T>> {
  const isText = typeof body === 'string';
  try {
    const response = await fetch(browserSite().basePath.slice(0, -1) + path, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/plain',
        'content-type': isText ? 'text/plain' : 'application/json',
      },
      body: isText ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, errorText(text, response.statusText || 'Unknown error'));
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { ok: true, body: (isJson ? JSON.parse(text) : text) as T };
  } catch (error) {
    return failure(error);
  }
}
