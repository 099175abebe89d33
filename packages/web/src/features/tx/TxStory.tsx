import type { FeeForecast } from '@glassblock/contract';
import { Link } from 'react-router';
import { useNow } from '../../context/clock.ts';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import { useTimestamp } from '../../context/zone.ts';
import { span } from '../../format/age.ts';
import { count, percent, vbytes } from '../../format/amount.ts';
import { feeRate } from '../../format/rate.ts';
import { effectiveRate, estimatePosition, type TxView } from '../../live/reducers/fold-tx.ts';
import {
  acceleratingMiningPools,
  blocksToWait,
  isPaid,
  shareOf,
  type TxAcceleration,
} from '../../live/reducers/tx-acceleration.ts';
import { confirmationChances, type TxStory } from '../../live/reducers/tx-story.ts';
import { type Text, type TextId, useText } from '../../messages/use-text.ts';
import { FiatAmount } from '../../ui/FiatValue.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { Age, Ahead, Amount, FeeRateText, FigureText, Moment } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { expectedAt, maxEstimatedBlocks } from '../block/block-facts.ts';
import { MiningPoolBadge } from '../mining/MiningPoolBadge.tsx';
import { BlockLink } from '../tx-list/TxBox.tsx';
import { AcceleratedBy } from './AcceleratedBy.tsx';
import txStyles from './tx.module.css';

interface StoryProps {
  view: TxView;
  story: TxStory;
  forecast?: FeeForecast;
  /** Actions of the visitor for a pending transaction. */
  action?: React.ReactNode;
}

/** Shows the expected confirmation or the outcome of a transaction, and its fee. */
export function TxStoryPanel({ view, story, forecast, action }: StoryProps) {
  const tone = story.kind === 'confirmed' ? 'ok' : story.kind === 'pending' ? 'warn' : 'bad';
  return (
    <section className={txStyles.txTop}>
      <div className={`${txStyles.story} ${tone}`} data-part="story" role="status">
        {story.kind === 'confirmed' && <Confirmed view={view} story={story} />}
        {story.kind === 'pending' && (
          <Pending view={view} story={story} action={action} {...(forecast && { forecast })} />
        )}
        {story.kind === 'replaced' && <Replaced view={view} story={story} />}
        {story.kind === 'removed' && <Removed view={view} story={story} />}
      </div>
      <Figures view={view} />
    </section>
  );
}

function Head(props: {
  badge: string;
  tone: string;
  hook: string;
  line: React.ReactNode;
  acceleration?: TxAcceleration | undefined;
  children?: React.ReactNode;
}) {
  const text = useText();
  return (
    <div className={txStyles.storyHead} data-part="story-head">
      <span className={`badge ${props.tone} ${props.hook}`}>{props.badge}</span>
      {isPaid(props.acceleration) && (
        <span className={`badge ${txStyles.accelerated}`} data-part="accelerated">
          {text('accelerated.badge')}
        </span>
      )}
      <p className={txStyles.storyLine} data-part="story-line">
        {props.line}
      </p>
      {props.children}
    </div>
  );
}

interface Station {
  label: TextId;
  state: 'done' | 'now' | 'ahead';
  value: React.ReactNode;
}

const stateClasses: Readonly<Record<Station['state'], string | undefined>> = {
  done: undefined,
  now: txStyles.now,
  ahead: txStyles.ahead,
};

/** Shows the stages of a transaction as points on a line. */
function Journey({ stations }: { stations: readonly Station[] }) {
  const text = useText();
  return (
    <ol className={txStyles.journey} data-part="journey">
      {stations.map((station) => (
        <li
          key={station.label}
          className={stateClasses[station.state]}
          aria-current={station.state === 'now' ? 'step' : undefined}
        >
          <span className={txStyles.journeyLabel} data-part="journey-label">
            {text(station.label)}
          </span>
          <span className={txStyles.journeyValue}>{station.value}</span>
        </li>
      ))}
    </ol>
  );
}

const seenStation = (view: TxView): Station[] =>
  view.firstSeen === undefined ? [] : [{ label: 'tx.firstSeen', state: 'done', value: <Age time={view.firstSeen} /> }];

/** Returns when it was accelerated, and whether the acceleration failed. */
function acceleratedStations(acceleration: TxAcceleration | undefined, text: Text): Station[] {
  if (acceleration === undefined) return [];
  const { at, state } = acceleration;
  return [
    ...(at === undefined
      ? []
      : [
          {
            label: 'accelerated.badge',
            state: 'done',
            value: state === 'pending' ? <Age time={at} /> : <Moment time={at} withAge={false} />,
          } as const,
        ]),
    ...(state === 'canceled' || state === 'failed'
      ? [{ label: `accelerated.${state}`, state: 'done', value: text(`accelerated.${state}.text`) } as const]
      : []),
  ];
}

function Confirmed({ view, story }: { view: TxView; story: Extract<TxStory, { kind: 'confirmed' }> }) {
  const text = useText();
  const block = view.block;
  const waited = story.waited === undefined ? undefined : span(story.waited);
  const before: Station[] = [
    ...(view.firstSeen === undefined
      ? []
      : [{ label: 'tx.firstSeen', state: 'done', value: <Moment time={view.firstSeen} withAge={false} /> } as const]),
    ...acceleratedStations(view.acceleration, text),
  ];
  return (
    <>
      <Head
        tone="ok"
        hook="btn-success"
        acceleration={view.acceleration}
        badge={
          story.confirmations === undefined
            ? text('tx.confirmed')
            : text('tx.confirmations', { count: story.confirmations })
        }
        line={
          <>
            {text('tx.inBlock')} {story.hash !== undefined && <BlockLink hash={story.hash} height={story.height} />}
            {block !== undefined && (
              <span className={txStyles.storyMiner}>
                {' '}
                {text('tx.minedBy')} <MiningPoolBadge block={block} />
              </span>
            )}
          </>
        }
      >
        {waited && (
          <p className="quiet">
            {story.waited !== undefined && story.waited < 60
              ? text('tx.confirmedAtOnce')
              : text('tx.confirmedAfter.text', { span: text(`span.${waited.unit}`, { count: waited.count }) })}
          </p>
        )}
      </Head>
      {before.length > 0 && story.time !== undefined ? (
        <Journey stations={[...before, { label: 'tx.mined', state: 'done', value: <Moment time={story.time} /> }]} />
      ) : (
        story.time !== undefined && (
          <p className={txStyles.journeyValue}>
            <span className="quiet">{text('tx.timestamp')}</span> <Moment time={story.time} />
          </p>
        )
      )}
    </>
  );
}

function Pending({ view, story, forecast, action }: StoryProps & { story: Extract<TxStory, { kind: 'pending' }> }) {
  const text = useText();
  const now = useNow();
  const da = useLive((state) => state.da);
  const { pace } = usePlace();
  const wait = useBlocksToWait(view, story.position?.block);
  const isNear = wait !== undefined && wait <= maxEstimatedBlocks;
  const count = wait === undefined ? 0 : Math.round(wait);
  const line =
    wait === undefined
      ? text(view.acceleration ? 'accelerated.when' : 'tx.when.unknown')
      : !isNear
        ? text('tx.when.far')
        : count === 1
          ? text('tx.when.next')
          : text('tx.when.block', { count });
  const where =
    story.position === undefined
      ? text('tx.pending.unknown')
      : text('tx.pending.placeText', {
          vsize: figureWords(vbytes(story.position.vsize, 0)),
          block: story.position.block + 1,
        });
  const eta =
    isNear && pace !== 'on-demand' ? (
      <Ahead time={expectedAt(wait - 1, now, da, pace)} />
    ) : (
      <span>{text('tx.when.unknown')}</span>
    );
  return (
    <>
      <Head tone="warn" hook="btn-danger" badge={text('tx.unconfirmed')} line={line} acceleration={view.acceleration}>
        {isNear && pace !== 'on-demand' && (
          <p className="quiet">
            {text('tx.eta')} {eta} ({text('tx.pending.ifNone')})
          </p>
        )}
        <AcceleratedBy view={view} />
      </Head>
      <Journey
        stations={[
          ...seenStation(view),
          ...acceleratedStations(view.acceleration, text),
          {
            label: 'tx.pending.place',
            state: 'now',
            value: story.position && !story.isCertain ? text('tx.pending.estimated', { text: where }) : where,
          },
          { label: 'tx.mined', state: 'ahead', value: eta },
        ]}
      />
      {forecast && !view.acceleration && <Chances view={view} forecast={forecast} />}
      {action}
    </>
  );
}

/**
 * Returns the estimated blocks until a transaction is mined. An accelerated one is prioritized by some mining pools
 * only: their hashrate share decides.
 * @returns undefined when unknown
 */
function useBlocksToWait(view: TxView, place: number | undefined): number | undefined {
  const blocks = useLive((state) => state.mempoolBlocks);
  if (place === undefined) return undefined;
  if (view.acceleration === undefined) return place + 1;
  const share = shareOf(acceleratingMiningPools(view));
  if (share === 0) return undefined;
  const rate = feeRate(view.tx.fee, view.tx.weight);
  const own = rate === undefined ? undefined : estimatePosition(rate, blocks ?? [])?.block;
  return blocksToWait(share, place, own !== undefined && own < maxEstimatedBlocks ? own : undefined);
}

const figureWords = (figure: { value: string; unit: string }): string => `${figure.value} ${figure.unit}`;

/** Shows the confirmation probability of this fee rate by our own forecast. */
function Chances({ view, forecast }: { view: TxView; forecast: FeeForecast }) {
  const text = useText();
  const timestamp = useTimestamp();
  const rate = effectiveRate(view);
  const chances = rate === undefined ? [] : confirmationChances(rate, forecast);
  if (chances.length === 0) return null;
  const [, ...clock] = timestamp(forecast.time).split(' ');
  return (
    <div className={txStyles.chances}>
      <p className="quiet">{text('tx.pending.chances', { time: clock.join(' ') })}</p>
      <ul>
        {chances.map(({ probability, blocks }) => (
          <li key={probability}>{text('tx.pending.chance', { percent: percent(probability, 0), blocks })}</li>
        ))}
      </ul>
    </div>
  );
}

function Replaced({ view, story }: { view: TxView; story: Extract<TxStory, { kind: 'replaced' }> }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <>
      <Head tone="bad" hook="btn-warning" badge={text('tx.replaced')} line={text('tx.replaced.text')} />
      <Journey
        stations={[
          ...seenStation(view),
          ...(story.time === undefined
            ? []
            : [{ label: 'tx.replacedAt', state: 'done', value: <Age time={story.time} /> } as const]),
          {
            label: 'tx.replacement',
            state: 'now',
            value: <Hash value={story.by} to={page.tx(prefix, story.by)} />,
          },
        ]}
      />
      <HistoryLine txid={view.tx.txid} isCertain={story.isCertain} />
    </>
  );
}

function Removed({ view, story }: { view: TxView; story: Extract<TxStory, { kind: 'removed' }> }) {
  const text = useText();
  const { prefix } = usePlace();
  const words = story.reason === 'conflict' ? 'tx.conflicted.text' : (`tx.${story.reason}.text` as const);
  return (
    <>
      <Head tone="bad" hook="btn-warning" badge={text('tx.removed')} line={text(words)} />
      <Journey
        stations={[
          ...seenStation(view),
          ...(story.time === undefined
            ? []
            : [{ label: 'tx.left', state: 'now', value: <Age time={story.time} /> } as const]),
          ...(story.by === undefined
            ? []
            : [
                {
                  label: 'fate.by',
                  state: 'now',
                  value: <Hash value={story.by} to={page.tx(prefix, story.by)} />,
                } as const,
              ]),
        ]}
      />
      <HistoryLine txid={view.tx.txid} isCertain={story.isCertain} />
    </>
  );
}

function HistoryLine({ txid, isCertain }: { txid: string; isCertain: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <p className={txStyles.storyFoot} data-part="story-foot">
      {!isCertain && <span className="quiet">{text('tx.inferred')} </span>}
      <Link to={page.fate(prefix, txid)}>{text('tx.fateLink')}</Link>
    </p>
  );
}

function OutOfBandFees({ sats }: { sats: number }) {
  const text = useText();
  return (
    <span
      className={`${txStyles.figureNote} ${txStyles.paidBeside}`}
      data-part="paid-beside"
      title={text('accelerated.paid')}
    >
      <FigureText figure={{ value: `+${count(sats)}`, unit: 'sats' }} /> <span>{text('accelerated.beside')}</span>
      <FiatAmount sats={sats} />
    </span>
  );
}

/** Shows fee, amount and size. */
export function Figures({ view }: { view: TxView }) {
  const text = useText();
  const { tx, acceleration } = view;
  const own = feeRate(tx.fee, tx.weight);
  const accelerated = isPaid(acceleration) ? acceleration?.rate : undefined;
  const effective = accelerated ?? effectiveRate(view);
  const differs = own !== undefined && effective !== undefined && Math.abs(effective - own) > 0.01 * own;
  const total = tx.vout.reduce((sum, output) => sum + output.value, 0);
  const isCoinbase = tx.vin[0]?.is_coinbase === true;
  const isByWeight = usePreferences().preferences.rateUnit === 'wu';
  return (
    <dl className={txStyles.txFigures} data-part="tx-figures">
      {!isCoinbase && (
        <div>
          <dt>{text(accelerated !== undefined ? 'accelerated.rate' : differs ? 'tx.effectiveRate' : 'tx.feeRate')}</dt>
          <dd>
            {effective === undefined ? <Amount sats={0} /> : <FeeRateText rate={effective} dot />}
            {differs && (
              <span className={txStyles.figureNote}>
                {text('tx.feeRate')} <FeeRateText rate={own} />
              </span>
            )}
          </dd>
        </div>
      )}
      {!isCoinbase && (
        <div>
          <dt>{text('tx.fee')}</dt>
          <dd className="figure">
            {count(tx.fee)} <small>sats</small>
            <span className={txStyles.figureNote}>
              <FiatAmount sats={tx.fee} />
            </span>
            {acceleration?.sats !== undefined && <OutOfBandFees sats={acceleration.sats} />}
          </dd>
        </div>
      )}
      <div>
        <dt>{text('tx.total.out')}</dt>
        <dd>
          <Amount sats={total} />
        </dd>
      </div>
      <div>
        <dt>{text(isByWeight ? 'tx.weight' : 'tx.vsize')}</dt>
        <dd>
          <FigureText
            figure={
              isByWeight
                ? { value: count(tx.weight), unit: 'WU' }
                : { value: count(Math.ceil(tx.weight / 4)), unit: 'vB' }
            }
          />
        </dd>
      </div>
    </dl>
  );
}
