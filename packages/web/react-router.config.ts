import type { Config } from '@react-router/dev/config';

/** One build for every base path: `src/ssr/open-web.ts` writes the real one over the placeholder at run time. */
export default {
  appDirectory: 'src/app',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
