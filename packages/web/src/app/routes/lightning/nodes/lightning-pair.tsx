// Page `/lightning/node/:public_key/peer/:peer`: fees of the channels between two Lightning nodes over time.
import type { LightningNode, PairPolicies } from '@glassblock/contract';
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
import { useText } from '../../../../messages/use-text.ts';
import { escapeInvisible } from '../../../../script/chain-text.ts';
import type { PageProblem } from '../../../../ui/failures/MessagePage.tsx';
import pageStyles from '../../../../ui/page.module.css';

interface Data {
  /** Unix seconds of the answer. */
  now: number;
  keys: [string, string];
  aliases: [string, string];
  policies: PairPolicies | undefined;
  problem: PageProblem | undefined;
}

const keyForm = /^0[23][0-9a-f]{64}$/;

/** Loads the policies between two nodes. */
async function load({ api: ask, prefix, params }: LoadKit): Promise<Loaded<Data>> {
  const keys: [string, string] = [params['public_key'] ?? '', params['peer'] ?? ''];
  const now = Math.floor(Date.now() / 1_000);
  const none: Data = { now, keys, aliases: ['', ''], policies: undefined, problem: undefined };
  if (!keys.every((key) => keyForm.test(key))) return { page: none, status: 404 };
  const [policies, first, second] = await Promise.all([
    ask.get<PairPolicies>(lightningApi.pair(prefix, keys[0], keys[1])),
    ask.get<LightningNode>(lightningApi.node(prefix, keys[0])),
    ask.get<LightningNode>(lightningApi.node(prefix, keys[1])),
  ]);
  if (!policies.ok) {
    const problem = policies.status === 404 ? undefined : policies;
    return { page: { ...none, problem }, status: policies.status || 503 };
  }
  const aliasOf = (node: typeof first) => (node.ok ? node.body.alias : '');
  return {
    page: { now, keys, aliases: [aliasOf(first), aliasOf(second)], policies: policies.body, problem: undefined },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Fees between two Lightning nodes', matches) }];

export default function LightningPairRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { now, keys, aliases, policies, problem } = useLoaderData<typeof loader>();
  const nodes = useMemo(
    () =>
      keys.map((key, at) => ({
        name: escapeInvisible(aliases[at] ?? '') || key.slice(0, 20),
        policies: (policies ?? []).filter(({ public_key }) => public_key === key),
      })),
    [keys, aliases, policies],
  );
  if (policies === undefined) {
    return <MissingPage problem={problem} object="node" values={{ key: `${keys[0]} – ${keys[1]}` }} />;
  }
  return (
    <main className={`${pageStyles.page} ${styles.stack}`} id="main">
      <div className={styles.title}>
        <p className="quiet">{text('lightning.pair.title')}</p>
        <h1 className={styles.keyed}>
          <NodeLink publicKey={keys[0]} alias={aliases[0]} />
          <span className="quiet">–</span>
          <NodeLink publicKey={keys[1]} alias={aliases[1]} />
        </h1>
      </div>
      <FeeHistory id="pair-fees" nodes={nodes} until={now} source={lightningApi.pair(prefix, keys[0], keys[1])} />
      <PolicyTable
        id="pair-policies"
        title={text('lightning.pair.policies')}
        none={text('lightning.pair.none')}
        nodeTitle={text('lightning.node')}
        policies={policies.map((row) => ({
          ...row,
          node: { public_key: row.public_key, alias: aliases[row.public_key === keys[0] ? 0 : 1] },
        }))}
      />
    </main>
  );
}
