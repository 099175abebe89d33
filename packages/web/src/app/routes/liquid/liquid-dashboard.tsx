// Page `/` of a Liquid network: proof of reserves; on the test network, which has no federation's wallet, the chain.
import type {
  AuditStatus,
  EmergencyStats,
  ExpiredUtxo,
  FederationAddress,
  LiquidRecentTx,
  MonthlyAmount,
  Peg,
  PegTotal,
} from '@glassblock/contract/liquid';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useApiPrefix } from '../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { partOf } from '../../../data/part.ts';
import { askReserves } from '../../../features/liquid/audit/ask-reserves.ts';
import type { ReservesData } from '../../../features/liquid/audit/ReservesDashboard.tsx';
import { ReservesDashboard } from '../../../features/liquid/audit/ReservesDashboard.tsx';
import { TestDashboard } from '../../../features/liquid/audit/TestDashboard.tsx';
import { hasAuditPages } from '../../../features/liquid/audit-pages.ts';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi } from '../../../features/liquid/liquid-url.ts';
import { useLiquid } from '../../../features/liquid/use-liquid.ts';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import texts from '../../../messages/en.json?picture';

type Data = { kind: 'reserves'; reserves: ReservesData } | { kind: 'test'; recent: LiquidRecentTx[] };

/** Of the test network: the chart of incoming transactions. */
const feeds = ['live-2h-chart'] as const;

/** Rows of each list. */
const maxRows = 6;

/** Loads the dashboard: answers with separate failures. */
async function load(kit: LoadKit): Promise<{ page: Data }> {
  const { api: ask, apiPrefix, network } = kit;
  if (!hasAuditPages(network)) {
    const recent = await ask.get<LiquidRecentTx[]>(liquidApi.recent(apiPrefix));
    return { page: { kind: 'test', recent: recent.ok ? recent.body.slice(0, maxRows) : [] } };
  }
  const [supply, months, pegs, status, held, heldMonths, expired, emergency, addresses] = await Promise.all([
    ask.get<PegTotal>(liquidApi.pegs(apiPrefix)),
    ask.get<MonthlyAmount[]>(liquidApi.pegsMonth(apiPrefix)),
    ask.get<Peg[]>(liquidApi.pegsList(apiPrefix, 0)),
    askReserves<AuditStatus>(kit, 'status'),
    askReserves<PegTotal>(kit),
    askReserves<MonthlyAmount[]>(kit, 'month'),
    askReserves<ExpiredUtxo[]>(kit, 'utxos/expired', 'once'),
    askReserves<EmergencyStats>(kit, 'utxos/emergency-spent/stats'),
    askReserves<FederationAddress[]>(kit, 'addresses', 'once'),
  ]);
  return {
    page: {
      kind: 'reserves',
      reserves: {
        supply: partOf(supply),
        months: partOf(months),
        pegs: partOf(pegs.ok ? { ...pegs, body: pegs.body.slice(0, maxRows) } : pegs),
        status: partOf(status),
        held: held.ok ? held.body : undefined,
        heldMonths: heldMonths.ok ? heldMonths.body : [],
        expired: expired.ok ? sumsOf(expired.body) : undefined,
        emergency: emergency.ok ? emergency.body : undefined,
        addresses: addresses.ok ? addresses.body.slice(0, maxRows) : undefined,
      },
    },
  };
}

/** Sums expired outputs: all of them, and those that are worth spending. */
function sumsOf(utxos: readonly ExpiredUtxo[]) {
  const sum = (some: readonly ExpiredUtxo[]) => ({
    count: some.length,
    sats: some.reduce((total, { amount }) => total + amount, 0),
  });
  return { all: sum(utxos), nonDust: sum(utxos.filter(({ isDust }) => !isDust)) };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle(undefined, matches) },
  { name: 'description', content: 'Explorer of the Liquid network: blocks, assets, peg-ins, peg-outs and reserves.' },
];

export default function LiquidDashboardRoute() {
  const data = useLoaderData<typeof loader>();
  const prefix = useApiPrefix();
  const { hasAudit } = useLiquid();
  const reserves = ['', 'status', 'addresses', 'utxos/expired', 'utxos/emergency-spent/stats'];
  useReloadOnBlock([
    ...(data.kind === 'test'
      ? [liquidApi.recent(prefix)]
      : [
          liquidApi.pegs(prefix),
          liquidApi.pegsList(prefix, 0),
          ...(hasAudit ? reserves.map((name) => liquidApi.reserves(prefix, name)) : []),
        ]),
  ]);
  return (
    <LiquidPage strip={{}} {...(data.kind === 'test' && { texts, feeds })}>
      {data.kind === 'test' ? <TestDashboard recent={data.recent} /> : <ReservesDashboard data={data.reserves} />}
    </LiquidPage>
  );
}
