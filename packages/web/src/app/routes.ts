import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/**
 * One set of pages for every network: the first segment is a network or absent (the root network). Networks are rows of
 * the configuration, so a new one needs no new build.
 */
export default [
  route(':network?', 'routes/general/network.tsx', { id: 'network' }, [
    index('routes/general/dashboard.tsx', { id: 'dashboard' }),
    route('blocks/:page?', 'routes/block/blocks.tsx', { id: 'blocks' }),
    route('block/:id', 'routes/block/block.tsx', { id: 'block' }),
    route('mempool-block/:id', 'routes/block/mempool-block.tsx', { id: 'mempool-block' }),
    layout('routes/tx/tx-texts.tsx', { id: 'tx-texts' }, [
      route('tx/push', 'routes/tx/tx-push.tsx', { id: 'tx-push' }),
      route('pushtx', 'routes/tx/tx-push.tsx', { id: 'pushtx' }),
      route('tx/test', 'routes/tx/tx-test.tsx', { id: 'tx-test' }),
      route('tx/preview', 'routes/tx/tx-preview.tsx', { id: 'tx-preview' }),
      route('tx/:id', 'routes/tx/tx.tsx', { id: 'tx' }),
      route('tx/:id/fate', 'routes/tx/tx-fate.tsx', { id: 'tx-fate' }),
      route('txs', 'routes/tx/txs.tsx', { id: 'txs' }),
      route('rbf', 'routes/tx/rbf.tsx', { id: 'rbf' }),
    ]),
    route('tx/:id/accelerate', 'routes/acceleration/checkout.tsx', { id: 'checkout' }),
    layout('routes/docs/prose-texts.tsx', { id: 'prose-texts' }, [
      route('blocks/stale', 'routes/block/blocks-stale.tsx', { id: 'blocks-stale' }),
      route('docs/faq', 'routes/docs/docs-faq.tsx', { id: 'docs-faq' }),
      route('docs/api/rest', 'routes/docs/docs-rest.tsx', { id: 'docs-rest' }),
      route('docs/api/rest/:group', 'routes/docs/docs-rest-group.tsx', { id: 'docs-rest-group' }),
      route('docs/api/websocket', 'routes/docs/docs-websocket.tsx', { id: 'docs-websocket' }),
      route('about', 'routes/docs/about.tsx', { id: 'about' }),
      ...['terms-of-service', 'privacy-policy', 'trademark-policy'].map((path) =>
        route(path, 'routes/docs/legal.tsx', { id: path }),
      ),
    ]),
    route('address/:id', 'routes/address/address.tsx', { id: 'address' }),
    route('wallet', 'routes/wallet/wallet.tsx', { id: 'wallet' }),
    route('board/:name', 'routes/board/board.tsx', { id: 'board' }),
    route('wallet/:wallet', 'routes/board/watched-wallet.tsx', { id: 'watched-wallet' }),
    route('treasuries', 'routes/board/treasuries.tsx', { id: 'treasuries' }),
    route('stratum', 'routes/operator/stratum.tsx', { id: 'stratum' }),
    route('monitoring', 'routes/operator/monitoring.tsx', { id: 'monitoring' }),
    route('sp/:key', 'routes/operator/proofs.tsx', { id: 'proofs' }),
    route('wallet/desk', 'routes/wallet/wallet-desk.tsx', { id: 'wallet-desk' }),
    route('clock/:mode?/:index?', 'routes/tools/clock.tsx', { id: 'clock' }),
    route('view/block/:id', 'routes/tools/view-block.tsx', { id: 'view-block' }),
    route('view/mempool-block/:index', 'routes/tools/view-mempool-block.tsx', { id: 'view-mempool-block' }),
    route('view/blocks', 'routes/tools/view-blocks.tsx', { id: 'view-blocks' }),
    route('tools/calculator', 'routes/tools/calculator.tsx', { id: 'calculator' }),
    route('fees', 'routes/general/fees.tsx', { id: 'fees' }),
    route('graphs', 'routes/graphs/graphs.tsx', { id: 'graphs' }),
    layout('routes/mining/mining-texts.tsx', { id: 'mining-texts' }, [
      route('mining', 'routes/mining/mining.tsx', { id: 'mining' }),
      route('mining/pool/:slug', 'routes/mining/mining-pool.tsx', { id: 'mining-pool' }),
      route('graphs/mempool', 'routes/graphs/graphs-mempool.tsx', { id: 'graphs-mempool' }),
      route('graphs/mining/pools', 'routes/mining/graphs-mining-pools.tsx', { id: 'graphs-pools' }),
      route('graphs/mining/:graph', 'routes/mining/graphs-mining.tsx', { id: 'graphs-mining' }),
      route('graphs/price', 'routes/graphs/graphs-price.tsx', { id: 'graphs-price' }),
      layout('routes/acceleration/accel-texts.tsx', { id: 'accel-texts' }, [
        route('acceleration', 'routes/acceleration/acceleration.tsx', { id: 'acceleration' }),
        route('acceleration/list/:page?', 'routes/acceleration/acceleration-list.tsx', { id: 'acceleration-list' }),
        route('graphs/acceleration/fees', 'routes/graphs/graphs-acceleration.tsx', { id: 'graphs-acceleration' }),
      ]),
    ]),
    layout('routes/lightning/lightning-texts.tsx', { id: 'lightning-texts' }, [
      route('lightning', 'routes/lightning/lightning.tsx', { id: 'lightning' }),
      route('lightning/node/:public_key', 'routes/lightning/nodes/lightning-node.tsx', { id: 'lightning-node' }),
      route('lightning/channel/:short_id', 'routes/lightning/channels/lightning-channel.tsx', {
        id: 'lightning-channel',
      }),
      route('lightning/channel/:short_id/lifetime', 'routes/lightning/channels/lightning-lifetime.tsx', {
        id: 'lightning-lifetime',
      }),
      route('lightning/node/:public_key/fees', 'routes/lightning/nodes/lightning-fees.tsx', { id: 'lightning-fees' }),
      route('lightning/node/:public_key/peer/:peer', 'routes/lightning/nodes/lightning-pair.tsx', {
        id: 'lightning-pair',
      }),
      route('lightning/nodes/rankings', 'routes/lightning/nodes/lightning-rankings.tsx', { id: 'lightning-rankings' }),
      ...['lightning/nodes/rankings/:by', 'lightning/nodes/oldest'].map((path) =>
        route(path, 'routes/lightning/nodes/lightning-ranking.tsx', { id: path }),
      ),
      ...['lightning/nodes/country/:country', 'lightning/nodes/isp/:isp'].map((path) =>
        route(path, 'routes/lightning/nodes/lightning-place.tsx', { id: path }),
      ),
      route('lightning/group/:slug', 'routes/lightning/nodes/lightning-group.tsx', { id: 'lightning-group' }),
      ...['nodes-map', 'nodes-channels-map'].map((map) =>
        route(`graphs/lightning/${map}`, 'routes/lightning/network/lightning-map.tsx', { id: `lightning-${map}` }),
      ),
      ...['nodes-networks', 'capacity'].map((chart) =>
        route(`graphs/lightning/${chart}`, 'routes/lightning/network/lightning-chart.tsx', {
          id: `lightning-${chart}`,
        }),
      ),
      route('graphs/lightning/nodes-per-isp', 'routes/lightning/network/lightning-isps.tsx', { id: 'lightning-isps' }),
      route('graphs/lightning/nodes-per-country', 'routes/lightning/network/lightning-countries.tsx', {
        id: 'lightning-countries',
      }),
      route('lightning/penalties', 'routes/lightning/channels/lightning-penalties.tsx', { id: 'lightning-penalties' }),
    ]),
    // `lightning/nodes` would be the path `nodes` of a network
    ...['lightning/*', 'lightning/nodes', 'graphs/lightning/*'].map((path) =>
      route(path, 'routes/lightning/lightning-redirect.tsx', { id: `redirect:${path}` }),
    ),
    ...['docs', 'docs/api', 'docs/api/electrs', 'api', 'api/:tab', 'mining/blocks', 'widget/wallet', 'nodes'].map(
      (path) => route(path, 'routes/general/redirect.tsx', { id: `redirect:${path}` }),
    ),
    layout('routes/account/account-texts.tsx', { id: 'account-texts' }, [
      route('login', 'routes/account/login.tsx', { id: 'login' }),
      route('login/link', 'routes/account/login-link.tsx', { id: 'login-link' }),
      route('account', 'routes/account/account.tsx', { id: 'account' }),
      route('faucet', 'routes/account/faucet.tsx', { id: 'faucet' }),
    ]),
    route('status', 'routes/general/status.tsx', { id: 'status' }),
    route('settings', 'routes/general/settings.tsx', { id: 'settings' }),
    route('search', 'routes/general/search.tsx', { id: 'search' }),
  ]),
  // Pages of Liquid networks, with the paths of the others: `data/site/liquid-routes.ts` chooses.
  layout('routes/liquid/liquid-network.tsx', { id: 'liquid' }, [
    index('routes/liquid/liquid-dashboard.tsx', { id: 'liquid/home' }),
    route('blocks/:page?', 'routes/liquid/liquid-blocks.tsx', { id: 'liquid/blocks' }),
    route('block/:id', 'routes/liquid/liquid-block.tsx', { id: 'liquid/block' }),
    route('tx/:id', 'routes/liquid/liquid-tx.tsx', { id: 'liquid/tx' }),
    ...['tx/push', 'pushtx'].map((path) => route(path, 'routes/liquid/liquid-push.tsx', { id: `liquid/${path}` })),
    route('txs', 'routes/liquid/liquid-txs.tsx', { id: 'liquid/txs' }),
    route('mempool-block/:id', 'routes/liquid/liquid-mempool-block.tsx', { id: 'liquid/mempool-block' }),
    route('address/:id', 'routes/liquid/liquid-address.tsx', { id: 'liquid/address' }),
    route('assets/asset/:id', 'routes/liquid/assets/liquid-asset.tsx', { id: 'liquid/asset' }),
    route('assets/featured', 'routes/liquid/assets/liquid-featured.tsx', { id: 'liquid/featured' }),
    route('assets/group/:id', 'routes/liquid/assets/liquid-group.tsx', { id: 'liquid/group' }),
    route('assets/:tab?', 'routes/liquid/assets/liquid-assets.tsx', { id: 'liquid/assets' }),
    route('audit/reserves', 'routes/liquid/audit/liquid-proof.tsx', { id: 'liquid/proof' }),
    route('audit/pegs/:page?', 'routes/liquid/audit/liquid-pegs.tsx', { id: 'liquid/pegs' }),
    route('audit/wallet/:tab?', 'routes/liquid/audit/liquid-wallet.tsx', { id: 'liquid/wallet' }),
    route('wallet', 'routes/liquid/liquid-balances.tsx', { id: 'liquid/balances' }),
    ...['graphs', 'graphs/mempool'].map((path) =>
      route(path, 'routes/liquid/liquid-graphs.tsx', { id: `liquid/${path}` }),
    ),
    route('search', 'routes/liquid/liquid-search.tsx', { id: 'liquid/search' }),
    route('settings', 'routes/general/settings.tsx', { id: 'liquid/settings' }),
    layout('routes/docs/prose-texts.tsx', { id: 'liquid/prose-texts' }, [
      route('docs/api/rest', 'routes/liquid/liquid-docs.tsx', { id: 'liquid/docs' }),
      route('about', 'routes/docs/about.tsx', { id: 'liquid/about' }),
      ...['terms-of-service', 'privacy-policy', 'trademark-policy'].map((path) =>
        route(path, 'routes/docs/legal.tsx', { id: `liquid/${path}` }),
      ),
    ]),
    ...['docs', 'docs/*', 'api', 'api/:tab'].map((path) =>
      route(path, 'routes/liquid/liquid-redirect.tsx', { id: `liquid/redirect:${path}` }),
    ),
  ]),
  // The first segment is never a network here: the longer paths must win over those of the pages.
  ...[
    'preview/:of?/block/:id',
    'preview/:of?/tx/:id',
    'preview/:of?/address/:id',
    'preview/:of?/mining/pool/:slug',
    'preview/*',
  ].map((path) => route(path, 'routes/general/social-image.tsx', { id: `social-image:${path}` })),
  route('*', 'routes/general/unknown.tsx', { id: 'unknown' }),
] satisfies RouteConfig;
