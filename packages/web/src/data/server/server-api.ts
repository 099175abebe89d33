import type { ApiAnswer, PageContext } from '../../ssr/page-context.ts';
import { type Answer, type Api, errorText, failure, totalKey } from '../answer.ts';

/** Creates the in-process client of the REST routes. Good answers are recorded for the browser. */
export function serverApi(page: PageContext, stored: Record<string, unknown>): Api {
  return {
    async get<T>(path: string, use?: 'once'): Promise<Answer<T>> {
      let answer: ApiAnswer;
      let body: unknown;
      try {
        answer = await page.api(path);
        body = answer.contentType.includes('json') ? JSON.parse(answer.body) : answer.body;
      } catch (error) {
        return failure(error);
      }
      if (answer.status >= 200 && answer.status < 300) {
        const { total } = answer;
        if (use !== 'once') stored[path] = body;
        if (total !== undefined) stored[totalKey(path)] = total;
        return { ok: true, body: body as T, ...(total !== undefined && { total }) };
      }
      return { ok: false, status: answer.status, message: errorText(body, 'Unknown error') };
    },
  };
}
