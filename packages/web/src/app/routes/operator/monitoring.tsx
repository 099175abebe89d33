// Page `/monitoring`: the health of the hosts that the operator watches.
import type { HostHealth, ServerFrame } from '@glassblock/contract';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { HostTable } from '../../../features/operator/HostTable.tsx';
import { LiveOnly } from '../../../features/operator/LiveOnly.tsx';
import styles from '../../../features/operator/operator.module.css';
import { useFeed } from '../../../live/use-feed.ts';
import texts from '../../../messages/en.json?operator';
import { useText } from '../../../messages/use-text.ts';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';

interface Data {
  exists: boolean;
}

async function load({ site, network }: LoadKit): Promise<Loaded<Data>> {
  const exists = site.monitoring === true && network === site.rootNetwork;
  return { page: { exists }, ...(!exists && { status: 404 }) };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Monitoring', matches) },
  { name: 'description', content: 'Height, response time and versions of several explorers.' },
];

export default function MonitoringRoute() {
  const { exists } = useLoaderData<typeof loader>();
  useWant('blocks', 'stats');
  if (!exists) return <PageUnavailable />;
  return (
    <MoreTexts texts={texts}>
      <MonitoringPage />
    </MoreTexts>
  );
}

const subscription = { action: 'want', data: ['tomahawk'] };
const foldHosts = (before: readonly HostHealth[] | undefined, { tomahawk }: ServerFrame) => tomahawk ?? before;

function MonitoringPage() {
  const text = useText();
  const { value: hosts, connection } = useFeed(subscription, foldHosts);
  return (
    <main className={pageStyles.page} id="main">
      <h1>{text('monitor.title')}</h1>
      <p className={`quiet ${styles.intro}`}>{text('monitor.intro')}</p>
      {hosts === undefined || hosts.length === 0 ? (
        <LiveOnly isLoaded={hosts !== undefined} connection={connection} empty={text('monitor.none')} />
      ) : (
        <HostTable hosts={hosts} />
      )}
    </main>
  );
}
