import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/**
 * One set of screens for every network: the first segment is a network or missing (the root network). Networks are
 * rows of the configuration, so a new one needs no new build.
 */
export default [
  route(':network?', 'routes/network.tsx', { id: 'network' }, [
    index('routes/dashboard.tsx', { id: 'dashboard' }),
    route('blocks/:page?', 'routes/blocks.tsx', { id: 'blocks' }),
    route('block/:id', 'routes/block.tsx', { id: 'block' }),
    route('mempool-block/:id', 'routes/mempool-block.tsx', { id: 'mempool-block' }),
    layout('routes/tx-texts.tsx', { id: 'tx-texts' }, [
      route('tx/push', 'routes/tx-push.tsx', { id: 'tx-push' }),
      route('pushtx', 'routes/tx-push.tsx', { id: 'pushtx' }),
      route('tx/test', 'routes/tx-test.tsx', { id: 'tx-test' }),
      route('tx/preview', 'routes/tx-preview.tsx', { id: 'tx-preview' }),
      route('tx/:id', 'routes/tx.tsx', { id: 'tx' }),
      route('tx/:id/fate', 'routes/tx-fate.tsx', { id: 'tx-fate' }),
      route('txs', 'routes/txs.tsx', { id: 'txs' }),
      route('rbf', 'routes/rbf.tsx', { id: 'rbf' }),
    ]),
    layout('routes/prose-texts.tsx', { id: 'prose-texts' }, [
      route('blocks/stale', 'routes/blocks-stale.tsx', { id: 'blocks-stale' }),
      route('docs/api/rest', 'routes/docs-rest.tsx', { id: 'docs-rest' }),
      route('docs/api/websocket', 'routes/docs-websocket.tsx', { id: 'docs-websocket' }),
      route('about', 'routes/about.tsx', { id: 'about' }),
      route('terms-of-service', 'routes/terms.tsx', { id: 'terms' }),
      route('privacy-policy', 'routes/privacy.tsx', { id: 'privacy' }),
    ]),
    route('address/:id', 'routes/address.tsx', { id: 'address' }),
    route('fees', 'routes/fees.tsx', { id: 'fees' }),
    route('graphs', 'routes/graphs.tsx', { id: 'graphs' }),
    route('graphs/mempool', 'routes/graphs-mempool.tsx', { id: 'graphs-mempool' }),
    ...['docs', 'docs/api', 'docs/faq', 'api'].map((path) =>
      route(path, 'routes/to-docs.tsx', { id: `to-docs:${path}` }),
    ),
    route('status', 'routes/status.tsx', { id: 'status' }),
    route('search', 'routes/search.tsx', { id: 'search' }),
  ]),
  route('*', 'routes/unknown.tsx', { id: 'unknown' }),
] satisfies RouteConfig;
