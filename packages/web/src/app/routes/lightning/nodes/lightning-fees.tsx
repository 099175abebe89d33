// Page `/lightning/node/:public_key/fees`: fees of a Lightning node over time.
import type { LightningNode, NodePolicies } from '@glassblock/contract';
import { useMemo } from 'react';
import { type MetaArgs, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import styles from '../../../../features/lightning/lightning.module.css';
import { NodeLink } from '../../../../features/lightning/lightning-figures.tsx';
import { lightningApi } from '../../../../features/lightning/lightning-url.ts';
import { MissingPage } from '../../../../features/lightning/MissingPage.tsx';
import { FeeHistory } from '../../../../features/lightning/node/fees/FeeHistory.tsx';
import { PolicyTable } from '../../../../features/lightning/node/fees/PolicyTable.tsx';
import { count } from '../../../../format/amount.ts';
import { useText } from '../../../../messages/use-text.ts';
import { escapeInvisible } from '../../../../script/chain-text.ts';
import type { PageProblem } from '../../../../ui/failures/MessagePage.tsx';
import pageStyles from '../../../../ui/page.module.css';

interface Data {
  /** Unix seconds of the answer. */
  now: number;
  publicKey: string;
  alias: string;
  history: NodePolicies | undefined;
  problem: PageProblem | undefined;
}

/** Loads the policies of a node. */
async function load({ api: ask, prefix, params }: LoadKit): Promise<Loaded<Data>> {
  const publicKey = (params['public_key'] ?? '').toLowerCase();
  const now = Math.floor(Date.now() / 1_000);
  const none: Data = { now, publicKey, alias: '', history: undefined, problem: undefined };
  if (!/^0[23][0-9a-f]{64}$/.test(publicKey)) return { page: none, status: 404 };
  const [history, node] = await Promise.all([
    ask.get<NodePolicies>(lightningApi.nodePolicies(prefix, publicKey)),
    ask.get<LightningNode>(lightningApi.node(prefix, publicKey)),
  ]);
  if (!history.ok) {
    const problem = history.status === 404 ? undefined : history;
    return { page: { ...none, problem }, status: history.status || 503 };
  }
  return { page: { ...none, alias: node.ok ? node.body.alias : '', history: history.body } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Lightning node fees', matches) }];

export default function LightningFeesRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { now, publicKey, alias, history, problem } = useLoaderData<typeof loader>();
  const nodes = useMemo(
    () => [{ name: escapeInvisible(alias) || publicKey.slice(0, 20), policies: history?.policies ?? [] }],
    [publicKey, alias, history],
  );
  if (history === undefined) {
    return <MissingPage problem={problem} object="node" values={{ key: publicKey }} />;
  }
  return (
    <main className={`${pageStyles.page} ${styles.stack}`} id="main">
      <div className={styles.title}>
        <p className="quiet">{text('lightning.feeHistory.title')}</p>
        <h1 className={styles.keyed}>
          <NodeLink publicKey={publicKey} alias={alias} />
        </h1>
        {history.channels < history.of && (
          <p className="quiet">
            {text('lightning.feeHistory.largest', { count: count(history.channels), of: count(history.of) })}
          </p>
        )}
      </div>
      <FeeHistory id="fee-history" nodes={nodes} until={now} source={lightningApi.nodePolicies(prefix, publicKey)} />
      <PolicyTable
        id="node-policies"
        title={text('lightning.feeHistory.policies')}
        none={text('lightning.feeHistory.few')}
        nodeTitle={text('lightning.feeHistory.peer')}
        policies={history.policies.map((row) => ({ ...row, node: { public_key: row.peer, alias: row.alias } }))}
      />
    </main>
  );
}
