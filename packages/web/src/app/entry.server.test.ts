import { createStaticHandler, isRouteErrorResponse } from 'react-router';
import { expect, test, vi } from 'vitest';
import { handleError } from './entry.server.tsx';

const logged = (error: unknown) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  handleError(error, { request: new Request('http://localhost/') });
  const { length } = log.mock.calls;
  log.mockRestore();
  return length;
};

test('handleError logs errors of loaders, not requests that no route matches', async () => {
  const { query } = createStaticHandler([{ id: 'all', path: '*' }]);
  const context = await query(new Request('http://localhost/a/%0a/b'));
  const error = context instanceof Response ? undefined : Object.values(context.errors ?? {})[0];
  expect(isRouteErrorResponse(error)).toBe(true);
  expect(logged(error)).toBe(0);
  expect(logged(new Error('a bug'))).toBe(1);
});
