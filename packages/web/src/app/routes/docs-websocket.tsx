import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocsHead } from '../../components/docs/DocsHead.tsx';
import { TableScroll } from '../../components/TableScroll.tsx';
import { pageKey } from '../../data/load.ts';
import { networkOf } from '../../data/site.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { prefixOf, socketUrl } from '../../url.ts';
import '../../styles/small-screens.css';

/** The address of the socket, as the visitor reaches it. */
export function loader({ context, params, request }: LoaderFunctionArgs) {
  const { page: view, site } = context.get(pageKey);
  const prefix = prefixOf(networkOf(site, params['network']) ?? site.rootNetwork, site.rootNetwork);
  const from = { protocol: view.secure ? 'https:' : 'http:', host: new URL(request.url).host };
  return { url: socketUrl(from, site.basePath, prefix) };
}

export const meta = () => [
  { title: 'Live API · Glassblock' },
  { name: 'description', content: 'How to be told of blocks, the mempool, addresses and transactions as they happen.' },
];

/** What a client may say, what it is told, and the keys of the frames that tell it. */
const commands: readonly (readonly [string, TextId, string])[] = [
  ['{"action":"init"}', 'docs.live.init', 'blocks, mempool-blocks, mempoolInfo, da, fees …'],
  [
    '{"action":"want","data":["blocks","mempool-blocks","stats","live-2h-chart"]}',
    'docs.live.want',
    'block, blocks, mempool-blocks, mempoolInfo, vBytesPerSecond, fees, da, live-2h-chart',
  ],
  ['{"action":"ping"}', 'docs.live.ping', 'pong'],
  ['{"refresh-blocks":true}', 'docs.live.refresh', 'blocks'],
  ['{"track-tx":"TXID"}', 'docs.live.tx', 'txPosition, tx, utxoSpent, rbfTransaction, rbfInfo, txConfirmed'],
  ['{"track-txs":["TXID"]}', 'docs.live.txs', 'tracked-txs'],
  [
    '{"track-address":"ADDRESS"}',
    'docs.live.address',
    'address-transactions, address-removed-transactions, block-transactions',
  ],
  ['{"track-addresses":["ADDRESS"]}', 'docs.live.addresses', 'multi-address-transactions'],
  ['{"track-scriptpubkeys":["HEX"]}', 'docs.live.scripts', 'multi-scriptpubkey-transactions'],
  ['{"track-mempool-block":0}', 'docs.live.projected', 'projected-block-transactions'],
  ['{"track-rbf":"all"}', 'docs.live.rbf', 'rbfLatest'],
  ['{"track-rbf-summary":true}', 'docs.live.rbfSummary', 'rbfLatestSummary'],
  ['{"track-mempool-txids":true}', 'docs.live.txids', 'mempool-txids'],
  ['{"track-mempool":true}', 'docs.live.mempool', 'mempool-transactions'],
  ['{"historicalDate":1763700000}', 'docs.live.past', 'mempool-blocks, mempoolInfo, historicalDate'],
];

const limits: readonly TextId[] = [
  'docs.live.limit.frame',
  'docs.live.limit.rate',
  'docs.live.limit.txs',
  'docs.live.limit.addresses',
  'docs.live.limit.slow',
  'docs.live.limit.silent',
];

export default function DocsWebsocketRoute() {
  const text = useText();
  const { url } = useLoaderData<typeof loader>();
  return (
    <main className="page docs" id="main">
      <DocsHead tab="websocket" />
      <p className="prose">{text('docs.live.intro')}</p>
      <p className="prose">
        {text('docs.live.at')} <code className="code">{url}</code>
      </p>
      <h2>{text('docs.live.commands')}</h2>
      <p className="prose quiet">{text('docs.live.order')}</p>
      <TableScroll label={text('docs.live.commands')}>
        <table className="docs-commands">
          <thead>
            <tr>
              <th>{text('docs.live.say')}</th>
              <th>{text('docs.live.get')}</th>
              <th>{text('docs.live.keys')}</th>
            </tr>
          </thead>
          <tbody>
            {commands.map(([say, get, keys]) => (
              <tr key={say}>
                <td>
                  <code className="code">{say}</code>
                </td>
                <td>{text(get)}</td>
                <td>
                  <code className="code">{keys}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <h2>{text('docs.live.rely')}</h2>
      <p className="prose">{text('docs.live.rely.text')}</p>
      <h2>{text('docs.live.limits')}</h2>
      <ul className="docs-limits">
        {limits.map((id) => (
          <li key={id}>{text(id)}</li>
        ))}
      </ul>
      <h2>{text('docs.example')}</h2>
      <pre className="code docs-example">{`const socket = new WebSocket('${url}');
socket.onopen = () => socket.send('{"action":"want","data":["blocks"]}');
socket.onmessage = ({ data }) => console.log(JSON.parse(data));`}</pre>
    </main>
  );
}
