// Page `/lightning/channel/:short_id/lifetime`: events of a Lightning channel.
import type { ChannelLifetime } from '@glassblock/contract';
import { Link, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageCount, pageNumber } from '../../../../data/page/page-number.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { ClosingCost } from '../../../../features/lightning/channel/ClosingCost.tsx';
import { LifetimeTable } from '../../../../features/lightning/channel/LifetimeTable.tsx';
import { type LifetimeRow, lifetimePage, lifetimeRows } from '../../../../features/lightning/channel/lifetime.ts';
import styles from '../../../../features/lightning/lightning.module.css';
import { CsvLink, NodeLink } from '../../../../features/lightning/lightning-figures.tsx';
import { channelIdOf, lightningApi, lightningPage } from '../../../../features/lightning/lightning-url.ts';
import { MissingPage } from '../../../../features/lightning/MissingPage.tsx';
import { useText } from '../../../../messages/use-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import type { PageProblem } from '../../../../ui/failures/MessagePage.tsx';
import { Pager } from '../../../../ui/Pager.tsx';
import pageStyles from '../../../../ui/page.module.css';
import { Moment } from '../../../../ui/values.tsx';

interface Data {
  /** The id of the path. */
  what: string;
  id: string;
  lifetime: Omit<ChannelLifetime, 'events'> | undefined;
  rows: LifetimeRow[];
  total: number;
  pageNumber: number;
  problem: PageProblem | undefined;
}

/** Loads the lifetime of a channel by its id or short id: `?page=`. */
async function load({ api: ask, prefix, params, query }: LoadKit): Promise<Loaded<Data>> {
  const what = params['short_id'] ?? '';
  const id = channelIdOf(what);
  const number = pageNumber(query.get('page'));
  const none = { what, id: id ?? '', lifetime: undefined, rows: [], total: 0, pageNumber: number, problem: undefined };
  if (id === undefined) return { page: none, status: 404 };
  const answer = await ask.get<ChannelLifetime>(lightningApi.lifetime(prefix, id));
  if (!answer.ok) {
    const problem = answer.status === 404 ? undefined : answer;
    return { page: { ...none, problem }, status: answer.status || 503 };
  }
  const { events, ...lifetime } = answer.body;
  const last = pageCount(events.length, lifetimeRows);
  if (number > last) throw redirect(lightningPage.lifetime(prefix, what, last));
  return { page: { ...none, lifetime, rows: lifetimePage({ events }, number), total: events.length } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ params, matches }: MetaArgs) => [
  { title: pageTitle(`Lifetime of Lightning channel ${params['short_id'] ?? ''}`, matches) },
];

export default function LightningLifetimeRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { what, id, lifetime, rows, total, pageNumber, problem } = useLoaderData<typeof loader>();
  if (lifetime === undefined) {
    return <MissingPage problem={problem} object="channel" values={{ id: what }} />;
  }
  const [first, second] = lifetime.nodes as [ChannelLifetime['nodes'][0], ChannelLifetime['nodes'][0]];
  return (
    <main className={`${pageStyles.page} ${styles.stack}`} id="main">
      <div className={styles.title}>
        <p className="quiet">{text('lightning.life')}</p>
        <h1 className="figure">
          <Link to={lightningPage.channel(prefix, lifetime.short_id)}>{lifetime.short_id}</Link>
        </h1>
        <span className={styles.keyed}>
          <NodeLink publicKey={first.public_key} alias={first.alias} />
          <span className="quiet">–</span>
          <NodeLink publicKey={second.public_key} alias={second.alias} />
        </span>
        <Link to={lightningPage.pair(prefix, first.public_key, second.public_key)} className="more">
          {text('lightning.pair')}
        </Link>
      </div>
      <Card
        title={text('lightning.life.events')}
        id="channel-events"
        aside={<CsvLink source={lightningApi.lifetime(prefix, id)} />}
      >
        <p className={`${styles.lead} quiet`}>
          {lifetime.policies_since === null ? (
            text('lightning.life.noPolicies')
          ) : (
            <>
              {text('lightning.life.since')} <Moment time={lifetime.policies_since} withAge={false} />
            </>
          )}
        </p>
        <LifetimeTable rows={rows} nodes={lifetime.nodes} />
        <Pager
          current={pageNumber}
          last={Math.ceil(total / lifetimeRows)}
          to={(target) => lightningPage.lifetime(prefix, lifetime.short_id, target)}
        />
      </Card>
      {lifetime.closing && <ClosingCost closing={lifetime.closing} />}
    </main>
  );
}
