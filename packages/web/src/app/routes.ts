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
      route('docs/faq', 'routes/docs-faq.tsx', { id: 'docs-faq' }),
      route('docs/api/rest', 'routes/docs-rest.tsx', { id: 'docs-rest' }),
      route('docs/api/websocket', 'routes/docs-websocket.tsx', { id: 'docs-websocket' }),
      route('about', 'routes/about.tsx', { id: 'about' }),
      ...['terms-of-service', 'privacy-policy', 'trademark-policy'].map((path) =>
        route(path, 'routes/legal.tsx', { id: path }),
      ),
    ]),
    route('address/:id', 'routes/address.tsx', { id: 'address' }),
    route('wallet', 'routes/wallet.tsx', { id: 'wallet' }),
    route('wallet/desk', 'routes/wallet-desk.tsx', { id: 'wallet-desk' }),
    route('clock/:mode?/:index?', 'routes/clock.tsx', { id: 'clock' }),
    route('view/block/:id', 'routes/view-block.tsx', { id: 'view-block' }),
    route('view/mempool-block/:index', 'routes/view-mempool-block.tsx', { id: 'view-mempool-block' }),
    route('view/blocks', 'routes/view-blocks.tsx', { id: 'view-blocks' }),
    route('tools/calculator', 'routes/calculator.tsx', { id: 'calculator' }),
    route('fees', 'routes/fees.tsx', { id: 'fees' }),
    route('graphs', 'routes/graphs.tsx', { id: 'graphs' }),
    layout('routes/mining-texts.tsx', { id: 'mining-texts' }, [
      route('mining', 'routes/mining.tsx', { id: 'mining' }),
      route('mining/pool/:slug', 'routes/mining-pool.tsx', { id: 'mining-pool' }),
      route('graphs/mempool', 'routes/graphs-mempool.tsx', { id: 'graphs-mempool' }),
      route('graphs/mining/pools', 'routes/graphs-pools.tsx', { id: 'graphs-pools' }),
      route('graphs/mining/:graph', 'routes/graphs-mining.tsx', { id: 'graphs-mining' }),
      route('graphs/price', 'routes/graphs-price.tsx', { id: 'graphs-price' }),
      layout('routes/accel-texts.tsx', { id: 'accel-texts' }, [
        route('acceleration', 'routes/acceleration.tsx', { id: 'acceleration' }),
        route('acceleration/list/:page?', 'routes/acceleration-list.tsx', { id: 'acceleration-list' }),
        route('graphs/acceleration/fees', 'routes/graphs-acceleration.tsx', { id: 'graphs-acceleration' }),
      ]),
    ]),
    ...['docs', 'docs/api', 'docs/api/electrs', 'api', 'api/:tab', 'mining/blocks', 'widget/wallet'].map((path) =>
      route(path, 'routes/short-way.tsx', { id: `short-way:${path}` }),
    ),
    route('status', 'routes/status.tsx', { id: 'status' }),
    route('settings', 'routes/settings.tsx', { id: 'settings' }),
    route('search', 'routes/search.tsx', { id: 'search' }),
  ]),
  // The first segment is never a network here: the longer paths must win over those of the pages.
  ...[
    'preview/:of?/block/:id',
    'preview/:of?/tx/:id',
    'preview/:of?/address/:id',
    'preview/:of?/mining/pool/:slug',
    'preview/*',
  ].map((path) => route(path, 'routes/still.tsx', { id: `still:${path}` })),
  route('*', 'routes/unknown.tsx', { id: 'unknown' }),
] satisfies RouteConfig;
