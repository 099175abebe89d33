// Page `/lightning/channel/:short_id`: a Lightning channel.
import type { ChannelSplices, ClosingEvidence, LightningChannel, Tx } from '@glassblock/contract';
import { useMemo } from 'react';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { fetchMarking } from '../../../../data/tx/marking.ts';
import { ChannelBalances } from '../../../../features/lightning/channel/ChannelBalances.tsx';
import { ChannelSide } from '../../../../features/lightning/channel/ChannelSide.tsx';
import { ClosingSection } from '../../../../features/lightning/channel/ClosingSection.tsx';
import styles from '../../../../features/lightning/lightning.module.css';
import { ChannelStatus, ClosingBadge, NodeLink } from '../../../../features/lightning/lightning-figures.tsx';
import { channelIdOf, lightningApi, lightningPage } from '../../../../features/lightning/lightning-url.ts';
import { MissingPage } from '../../../../features/lightning/MissingPage.tsx';
import { MapCard } from '../../../../features/lightning-map/MapCard.tsx';
import type { MapSource } from '../../../../features/lightning-map/map-data.ts';
import type { Point } from '../../../../features/lightning-map/map-view.ts';
import { TxList } from '../../../../features/tx-list/TxBox.tsx';
import { type ListedTx, listed } from '../../../../live/reducers/listed-tx.ts';
import { useText } from '../../../../messages/use-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import { FiatValue } from '../../../../ui/FiatValue.tsx';
import type { PageProblem } from '../../../../ui/failures/MessagePage.tsx';
import { CopyButton } from '../../../../ui/Hash.tsx';
import pageStyles from '../../../../ui/page.module.css';
import rowsStyles from '../../../../ui/rows.module.css';
import { Amount, Moment } from '../../../../ui/values.tsx';
import { api } from '../../../../url.ts';

interface Data {
  /** The id of the path. */
  what: string;
  channel: LightningChannel | undefined;
  opening: ListedTx | undefined;
  closing: ListedTx | undefined;
  evidence: ClosingEvidence | undefined;
  splices: ChannelSplices;
  problem: PageProblem | undefined;
}

const noSplices: ChannelSplices = { before: [], after: [] };

/** Loads a channel by its id or short id, with its transactions. */
async function load({ api: ask, prefix, params }: LoadKit): Promise<Loaded<Data>> {
  const what = params['short_id'] ?? '';
  const id = channelIdOf(what);
  const missing = { channel: undefined, opening: undefined, closing: undefined, evidence: undefined };
  const none = { what, ...missing, splices: noSplices };
  if (id === undefined) return { page: { ...none, problem: undefined }, status: 404 };
  const channel = await ask.get<LightningChannel>(lightningApi.channel(prefix, id));
  if (!channel.ok) {
    const problem = channel.status === 404 ? undefined : channel;
    return { page: { ...none, problem }, status: channel.status || 503 };
  }
  const { transaction_id: opened, closing_transaction_id: closed } = channel.body;
  const [opening, closing, evidence, splices, marking] = await Promise.all([
    ask.get<Tx>(api.tx(prefix, opened), 'once'),
    closed === null ? undefined : ask.get<Tx>(api.tx(prefix, closed), 'once'),
    closed === null ? undefined : ask.get<ClosingEvidence>(lightningApi.closing(prefix, id)),
    ask.get<ChannelSplices>(lightningApi.splices(prefix, id)),
    fetchMarking(),
  ]);
  return {
    page: {
      what,
      channel: channel.body,
      opening: opening.ok ? listed(opening.body, marking) : undefined,
      closing: closing?.ok ? listed(closing.body, marking) : undefined,
      evidence: evidence?.ok ? evidence.body : undefined,
      splices: splices.ok ? splices.body : noSplices,
      problem: undefined,
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ params, matches }: MetaArgs) => [
  { title: pageTitle(`Lightning channel ${params['short_id'] ?? ''}`, matches) },
];

const secondsOf = (iso: string | null): number | undefined => (iso === null ? undefined : Date.parse(iso) / 1000);

export default function LightningChannelRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { what, channel, opening, closing, evidence, splices, problem } = useLoaderData<typeof loader>();
  if (channel === undefined) {
    return <MissingPage problem={problem} object="channel" values={{ id: what }} />;
  }
  const isClosed = channel.status === 2;
  return (
    <main className={`${pageStyles.page} ${styles.stack}`} id="main">
      <div className={styles.title}>
        <p className="quiet">{text('lightning.channel')}</p>
        <h1 className="figure">{channel.short_id}</h1>
        <span className={`${styles.keyed} quiet figure`}>
          {channel.id} <CopyButton value={String(channel.id)} />
        </span>
        <span className={styles.keyed}>
          <ChannelStatus status={channel.status} />
          {isClosed && <ClosingBadge reason={channel.closing_reason} isSplice={evidence?.reason === 'splice'} />}
        </span>
        <Link to={lightningPage.lifetime(prefix, channel.short_id)} className="more">
          {text('lightning.life.link')}
        </Link>
      </div>
      <ChannelFacts channel={channel} splices={splices} />
      <ChannelMap channel={channel} />
      <div className={styles.two}>
        {([channel.node_left, channel.node_right] as const).map((side, at) => (
          <ChannelSide key={side.public_key} side={side} number={at === 0 ? 1 : 2} />
        ))}
      </div>
      <ChannelBalances channel={channel} />
      {opening && (
        <section aria-labelledby="channel-opening">
          <h2 className={pageStyles.sectionTitle} id="channel-opening">
            {text('lightning.opening')}
          </h2>
          <TxList txs={[opening]} />
        </section>
      )}
      {closing && (
        <section aria-labelledby="channel-closing">
          <h2 className={`${pageStyles.sectionTitle} ${styles.keyed}`} id="channel-closing">
            {text('lightning.closing')}
            <ClosingBadge reason={channel.closing_reason} isSplice={evidence?.reason === 'splice'} />
          </h2>
          <TxList txs={[closing]} />
        </section>
      )}
      {evidence && <ClosingSection evidence={evidence} tx={closing} />}
    </main>
  );
}

/** Shows the line between both nodes; nothing unless both have a place. */
function ChannelMap({
  channel: { short_id, capacity, node_left: left, node_right: right },
}: {
  channel: LightningChannel;
}) {
  const text = useText();
  const source = useMemo((): MapSource | undefined => {
    const [a, b] = [pointOf(left), pointOf(right)];
    if (a === undefined || b === undefined) return undefined;
    const nodeOf = (side: LightningChannel['node_left'], at: Point) => ({
      at,
      publicKey: side.public_key,
      alias: side.alias,
      sats: side.capacity ?? capacity,
      channels: side.channels ?? 1,
      place: '',
    });
    return {
      key: `channel ${short_id}`,
      load: async () => ({ nodes: [nodeOf(left, a), nodeOf(right, b)], lines: [[a, b]] }),
    };
  }, [short_id, capacity, left, right]);
  if (source === undefined) return null;
  return <MapCard key={source.key} id="channel-map" title={text('lightning.map.ofChannel')} source={source} isFitted />;
}

const pointOf = ({ longitude, latitude }: LightningChannel['node_left']): Point | undefined =>
  typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : undefined;

function ChannelFacts({ channel, splices }: { channel: LightningChannel; splices: ChannelSplices }) {
  const text = useText();
  const created = secondsOf(channel.created);
  const updated = secondsOf(channel.updated_at);
  const closedAt = secondsOf(channel.closing_date);
  const isClosed = channel.status === 2;
  const funder = [channel.node_left, channel.node_right].find(({ funding_balance: sats }) => sats > 0);
  const closer = [channel.node_left, channel.node_right].find(({ public_key }) => public_key === channel.closed_by);
  return (
    <Card title={text('lightning.details')} id="channel-details">
      <dl className={`${rowsStyles.rows} ${rowsStyles.two}`} data-part="rows">
        <div>
          <dt>{text('lightning.capacity')}</dt>
          <dd>
            <Amount sats={channel.capacity} />
            <FiatValue sats={channel.capacity} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.created')}</dt>
          <dd>{created === undefined ? '–' : <Moment time={created} />}</dd>
        </div>
        <div>
          <dt>{text(isClosed ? 'lightning.closingDate' : 'lightning.updated')}</dt>
          <dd>
            {isClosed
              ? closedAt !== undefined && <Moment time={closedAt} />
              : updated !== undefined && <Moment time={updated} />}
          </dd>
        </div>
        {isClosed && (
          <div>
            <dt>{text('lightning.closingFee')}</dt>
            <dd>{channel.closing_fee === 0 ? '–' : <Amount sats={channel.closing_fee} />}</dd>
          </div>
        )}
        {channel.single_funded && (
          <div>
            <dt>{text('lightning.funding')}</dt>
            <dd>
              {funder === undefined ? (
                text('lightning.singleFunded')
              ) : (
                <NodeLink publicKey={funder.public_key} alias={funder.alias} />
              )}
            </dd>
          </div>
        )}
        <SplicedChannels label={text('lightning.splicedFrom')} channels={splices.before} />
        <SplicedChannels label={text('lightning.splicedTo')} channels={splices.after} />
        {closer && (
          <div>
            <dt>{text('lightning.closedBy')}</dt>
            <dd>
              <NodeLink publicKey={closer.public_key} alias={closer.alias} />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

/** Links channels that a splice joins to the channel. */
function SplicedChannels({ label, channels }: { label: string; channels: ChannelSplices['before'] }) {
  const { prefix } = usePlace();
  if (channels.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={styles.keyed}>
          {channels.map(({ short_id }) => (
            <Link key={short_id} to={lightningPage.channel(prefix, short_id)} className="figure">
              {short_id}
            </Link>
          ))}
        </span>
      </dd>
    </div>
  );
}
