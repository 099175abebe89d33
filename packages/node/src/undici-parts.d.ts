/** The parts of undici that `node-connection.ts` loads. Its declarations are of the whole package. */
declare module 'undici/lib/dispatcher/pool.js' {
  import type { Pool } from 'undici';

  const ConnectionPool: typeof Pool;
  export default ConnectionPool;
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  /** Sends a request on a dispatcher: its method `request`, which only the whole package adds to it. */
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}
