// Page `/docs/api/websocket`: commands and messages of the socket.
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { pageKey } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { examplesOf } from '../../../data/server/examples.server.ts';
import {
  defaultExamples,
  type LiveEntry,
  type LiveEntryId,
  liveEntries,
} from '../../../data/server/live-entries.server.ts';
import { serverApi } from '../../../data/server/server-api.ts';
import { networkOf } from '../../../data/site/site.ts';
import { CodeBlock, CodeTabs } from '../../../features/docs/CodeTabs.tsx';
import { DocsFrame } from '../../../features/docs/DocsFrame.tsx';
import { DocsHead } from '../../../features/docs/DocsHead.tsx';
import styles from '../../../features/docs/docs.module.css';
import { livePrograms } from '../../../features/docs/programs.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import pageStyles from '../../../ui/page.module.css';
import { TableScroll } from '../../../ui/TableScroll.tsx';
import { prefixOf, socketUrl } from '../../../url.ts';

/** Loads the URL of the socket and the subscriptions. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { page: view, site } = context.get(pageKey);
  const prefix = prefixOf(networkOf(site, params['network']) ?? site.rootNetwork, site.rootNetwork);
  const from = { protocol: view.secure ? 'https:' : 'http:', host: new URL(request.url).host };
  const { txid, output } = await examplesOf(serverApi(view, {}), prefix);
  const address = output?.scriptpubkey_address;
  const examples =
    txid === undefined || output === undefined || address === undefined
      ? defaultExamples
      : { txid, output: { ...output, scriptpubkey_address: address } };
  return { url: socketUrl(from, site.basePath, prefix), entries: liveEntries(examples) };
}

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Live API', matches) },
  { name: 'description', content: 'WebSocket API of this explorer: blocks, mempool, addresses and transactions.' },
];

/** Commands, their effect, and the keys of their answers. */
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

/** Subscriptions by subject. */
const subjects: readonly (readonly [TextId, readonly LiveEntryId[]])[] = [
  ['docs.entries.state', ['live-data']],
  ['docs.entries.addresses', ['track-address', 'track-addresses']],
  ['docs.entries.txs', ['track-tx', 'track-txs']],
  ['docs.entries.mempool', ['track-mempool', 'track-mempool-txids', 'track-mempool-block']],
  ['docs.entries.replacements', ['track-rbf', 'track-full-rbf']],
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
  const { url, entries } = useLoaderData<typeof loader>();
  const groups = subjects.map(([title, ids], place) => ({
    id: `group-${place + 1}`,
    title: text(title),
    entries: ids
      .flatMap((id) => entries.filter((entry) => entry.id === id))
      .map((entry) => ({
        id: entry.id,
        label: entry.id,
        words: `${entry.id} ${text(`docs.entry.${entry.id}`)} ${entry.keys.join(' ')}`,
        summary: <h3>{entry.id}</h3>,
        body: <Entry url={url} entry={entry} />,
      })),
  }));
  return (
    <main className={`${pageStyles.page} ${styles.docs}`} id="main">
      <DocsHead tab="websocket" />
      <p className={styles.prose} data-cy="prose">
        {text('docs.live.intro')}
      </p>
      <p className={styles.prose} data-cy="prose">
        {text('docs.live.at')} <code className="code">{url}</code>
      </p>
      <h2>{text('docs.live.commands')}</h2>
      <p className={`${styles.prose} quiet`} data-cy="prose">
        {text('docs.live.order')}
      </p>
      <TableScroll label={text('docs.live.commands')}>
        <table className={styles.commands} data-cy="docs-commands">
          <thead>
            <tr>
              <th>{text('docs.live.command')}</th>
              <th>{text('docs.live.effect')}</th>
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
      <h2>{text('docs.live.guarantees')}</h2>
      <p className={styles.prose} data-cy="prose">
        {text('docs.live.guarantees.text')}
      </p>
      <h2>{text('docs.live.limits')}</h2>
      <ul className={styles.limits}>
        {limits.map((id) => (
          <li key={id}>{text(id)}</li>
        ))}
      </ul>
      <h2>{text('docs.entries')}</h2>
      <p className={`${styles.prose} quiet`} data-cy="prose">
        {text('docs.entries.intro')}
      </p>
      <DocsFrame label={text('docs.entries')} groups={groups} kind="question" />
    </main>
  );
}

function Entry({ url, entry: { id, payload, keys, answer } }: { url: string; entry: LiveEntry }) {
  const text = useText();
  return (
    <>
      <h4>{text('docs.description')}</h4>
      <p className={styles.prose} data-cy="prose">
        {text(`docs.entry.${id}`)}
      </p>
      <h4>{text('docs.payload')}</h4>
      <CodeBlock code={payload} label={text('docs.payload')} />
      <h4>{text('docs.code')}</h4>
      <CodeTabs id={id} programs={livePrograms(url, payload, keys)} />
      <h4>{text('docs.response')}</h4>
      <CodeBlock code={answer} label={text('docs.response')} />
    </>
  );
}
