// Page `/acceleration/list`: accelerations of the configured source, fifteen per page.
import type { AccelerationRecord, MiningPoolName } from '@glassblock/contract';
import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onlyOnMainnet, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { hasAccelerations } from '../../../data/site/site.ts';
import { listedStatuses } from '../../../features/acceleration/acceleration-status.ts';
import { lacksSource, NoSource } from '../../../features/acceleration/NoSource.tsx';
import { RecordTable } from '../../../features/acceleration/RecordTable.tsx';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import { usePageKeys } from '../../../features/shell/use-page-keys.ts';
import { count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { Failed } from '../../../ui/failures/Failed.tsx';
import type { PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';

const perPage = 15;
/** Maximum page number of the API. */
const lastPage = 999_999;

interface Data {
  number: number;
  pages: number;
  total: number | undefined;
  records: AccelerationRecord[];
  miningPools: MiningPoolName[];
  problem: PageProblem | undefined;
}

const sourceOf = (prefix: string, number: number) =>
  api.accelerationHistory(prefix, { statuses: listedStatuses, page: number, length: perPage });

/** Loads all accelerations by page, newest first. */
async function load({ api: ask, network, prefix, params, site }: LoadKit): Promise<Loaded<Data>> {
  const number = Number(params['page'] ?? Number.NaN);
  const none = { number, pages: 1, total: undefined, records: [], miningPools: [], problem: undefined };
  if (!hasAccelerations(site, network)) onlyOnMainnet({ network, prefix });
  if (!hasAccelerations(site, network)) return { page: none, status: 404 };
  if (!Number.isInteger(number) || number < 1 || number > lastPage) throw redirect(page.accelerations(prefix));
  const [answer, miningPools] = await Promise.all([
    ask.get<AccelerationRecord[]>(sourceOf(prefix, number)),
    ask.get<MiningPoolName[]>(api.miningPools(prefix), 'once'),
  ]);
  if (!answer.ok)
    return {
      page: { ...none, problem: { status: answer.status, message: answer.message } },
      ...(!lacksSource(answer) && { status: answer.status || 503 }),
    };
  const records = answer.body.slice(0, perPage);
  const { total } = answer;
  // Without the header there is another page when this one is full.
  const pages = total === undefined ? number + (records.length === perPage ? 1 : 0) : Math.ceil(total / perPage);
  const miners = new Set(records.map(({ minedByPoolUniqueId }) => minedByPoolUniqueId));
  return {
    page: {
      number,
      pages: Math.min(lastPage, Math.max(1, pages)),
      total,
      records,
      miningPools:
        miningPools.ok && Array.isArray(miningPools.body)
          ? miningPools.body.filter(({ unique_id }) => miners.has(unique_id))
          : [],
      problem: undefined,
    },
    ...(number > 1 && records.length === 0 && { status: 404 }),
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Acceleration list', matches) }];

export default function AccelerationListRoute() {
  const text = useText();
  const { network, prefix } = usePlace();
  const site = useSite();
  const { number, pages, total, records, miningPools, problem } = useLoaderData<typeof loader>();
  useWant('blocks');
  const to = (target: number) => page.accelerations(prefix, target);
  usePageKeys(number, pages, to, problem === undefined);
  // the first page has the newest ones
  useReloadOnBlock([sourceOf(prefix, 1)], number === 1 && problem === undefined && hasAccelerations(site, network));
  if (!hasAccelerations(site, network)) return <PageUnavailable />;
  if (lacksSource(problem)) return <NoSource />;
  if (number > 1 && problem === undefined && records.length === 0) return <PageUnavailable id="accel.noPage" />;
  return (
    <main className={`${pageStyles.page} acceleration-list`} id="main">
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('accel.title')}</h1>
        {total !== undefined && <span className="quiet figure">{count(total)}</span>}
      </div>
      {problem && (
        <div className={cardStyles.card} data-part="card">
          <Failed problem={problem} />
        </div>
      )}
      {!problem &&
        (records.length === 0 ? (
          <p className={`${cardStyles.card} quiet`} data-part="card">
            {text('accel.noneRecent')}
          </p>
        ) : (
          <RecordTable records={records} miningPools={miningPools} />
        ))}
      <Pager current={number} last={pages} to={to} />
    </main>
  );
}
