import type { SummaryEntry } from '@glassblock/contract';
import { use, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ChartPlan } from '../../charts/plan.ts';
import { useNow } from '../../context/clock.ts';
import { usePriceHistory } from '../../context/PriceAt.tsx';
import { usePreferences } from '../../context/preferences.tsx';
import { PriceContext } from '../../context/price.ts';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { priceAt } from '../../data/price-history.ts';
import { isoTime } from '../../format/age.ts';
import { fiat, worth } from '../../format/fiat.ts';
import { useText } from '../../messages/use-text.ts';
import { Skeleton } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import { useAnswer } from '../../ui/hooks/use-answer.ts';
import { useInView } from '../../ui/hooks/use-in-view.ts';
import { Amount, FigureText, Moment } from '../../ui/values.tsx';
import { api, page, type ScriptRef } from '../../url.ts';
import { ChartCard } from '../graphs/ChartCard.tsx';
import graphsStyles from '../graphs/graphs.module.css';
import { type BalanceStep, balanceLine, balanceSteps, recentSteps, worthLine } from './balance.ts';
import styles from './utxos.module.css';

const perPage = 5_000;
/** From this number of steps on the chart has a range slider. */
const sliderFrom = 100;
/** Maximum number of loaded entries; the line then starts with the newest of them. */
const maxEntries = 50_000;
const recentSeconds = 30 * 86_400;

/**
 * Shows the balance over time, computed from the net amounts of all transactions. The chart has its final size before
 * it is loaded.
 * @param newest time of the newest confirmed transaction, Unix seconds
 */
export function BalanceHistory(props: {
  address: string;
  script: ScriptRef;
  balance: number;
  txCount: number;
  newest: number | undefined;
}) {
  const now = useNow() / 1000;
  const text = useText();
  const [ref, isShown] = useInView<HTMLDivElement>(200);
  const { prefix } = usePlace();
  const { script, txCount } = props;
  const count = Math.min(txCount, maxEntries);
  const { data, error } = useAnswer(isShown ? `${api.scriptSummary(prefix, script)} ${count}` : undefined, () =>
    loadSummary(prefix, script, count),
  );
  // while newer ones are loaded
  const last = useRef(data);
  last.current = data ?? last.current;
  const entries = last.current;
  const problem = error?.message;
  return (
    <div ref={ref} className={`${styles.balanceHistory} js-only`} data-cy="balance-history">
      {problem !== undefined && (
        <p className={`${cardStyles.card} quiet`} data-part="card">
          {text('balance.problem', { problem })}
        </p>
      )}
      {problem === undefined && entries === undefined && (
        <p
          className={`${cardStyles.card} ${isRecentTime(props.newest, now) ? styles.withControls : ''}`}
          data-part="card"
        >
          <Skeleton />
        </p>
      )}
      {entries !== undefined && entries.length > 0 && <History {...props} entries={entries} />}
    </div>
  );
}

/** Loads the net amounts of the newest transactions of a script. @throws ApiError when a page fails */
async function loadSummary(prefix: string, script: ScriptRef, count: number): Promise<readonly SummaryEntry[]> {
  const found: SummaryEntry[] = [];
  while (found.length < count) {
    const part = await browserApi().body<SummaryEntry[]>(api.scriptSummary(prefix, script, found.at(-1)?.txid));
    found.push(...part);
    if (part.length < perPage) break;
  }
  return found;
}

/** Returns whether the view of the last days is offered. */
const isRecentTime = (time: number | undefined, now: number) => time !== undefined && now - time < recentSeconds;

function History(props: { address: string; balance: number; txCount: number; entries: readonly SummaryEntry[] }) {
  const text = useText();
  const navigate = useNavigate();
  const { prefix } = usePlace();
  const [isRecent, setRecent] = useState(false);
  const { currency } = usePreferences().preferences;
  const isPriced = use(PriceContext) !== undefined;
  const prices = usePriceHistory(currency, isPriced);
  const [showsWorth, setShowsWorth] = useState(true);
  const [moment, setMoment] = useState<number>();
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const { entries, balance } = props;
  const all = useMemo(() => balanceSteps(entries, balance), [entries, balance]);
  const hasRecent = isRecentTime(all.at(-1)?.time, now);
  const steps = useMemo(() => (isRecent ? recentSteps(all, now, recentSeconds) : all), [all, isRecent, now]);
  const moments = useMemo(() => steps.map(({ time }) => time * 1000), [steps]);
  const plan = useMemo((): ChartPlan => {
    const points = balanceLine(steps, now);
    const money = prices && showsWorth ? worthLine(points, prices) : [];
    return {
      along: 'time',
      hasSlider: steps.length > sliderFrom,
      left: { words: (sats) => (sats / 1e8).toLocaleString('en', { maximumSignificantDigits: 4 }), min: 0 },
      ...(money.length > 0 && { right: { words: (value: number) => fiat(value, currency, true).value, min: 0 } }),
      lines: [
        {
          name: text('balance.title'),
          points,
          colour: '--accent',
          width: 2,
          fill: 0.14,
          isStep: true,
        },
        ...(money.length === 0
          ? []
          : [{ name: currency, points: money, colour: '--warn', width: 1.5, isRight: true } as const]),
      ],
    };
  }, [steps, now, text, prices, showsWorth, currency]);
  const at = stepAt(steps, moment);
  const then = at && prices && priceAt(prices, moment === undefined ? now : moment / 1000);
  return (
    <ChartCard
      id="balance-history"
      title={text('balance.title')}
      label={text('balance.label', { address: props.address })}
      plan={plan}
      moments={moments}
      onMoment={setMoment}
      onPick={() => at && void navigate(page.tx(prefix, at.txid))}
      columns={[text('graphs.time'), text('balance.txid'), text('balance.change'), text('balance.sats')]}
      rows={steps.map((step) => [isoTime(step.time), step.txid, step.change, step.balance])}
      fileName={`balance-${props.address}`}
      controls={
        (hasRecent || prices !== undefined) && (
          <>
            {hasRecent && (
              <label>
                <input type="checkbox" checked={isRecent} onChange={(event) => setRecent(event.target.checked)} />{' '}
                {text('balance.recent')}
              </label>
            )}
            {prices !== undefined && (
              <label>
                <input type="checkbox" checked={showsWorth} onChange={(event) => setShowsWorth(event.target.checked)} />{' '}
                <i className={styles.worthMark} aria-hidden="true" /> {text('balance.worth', { currency })}
              </label>
            )}
          </>
        )
      }
      readout={
        at && (
          <div className={graphsStyles.chartReadout} data-part="chart-readout">
            <Moment time={at.time} withAge={false} />
            <strong>
              <Amount sats={at.balance} />
            </strong>
            {then !== undefined && <FigureText figure={fiat(worth(at.balance, then), currency)} className="fiat" />}
            <span className="quiet">
              <Amount sats={at.change} signed />
            </span>
            <Link to={page.tx(prefix, at.txid)}>{text('balance.open')}</Link>
            {entries.length < props.txCount && (
              <span className="quiet">{text('balance.part', { count: entries.length })}</span>
            )}
          </div>
        )
      }
    />
  );
}

/**
 * Returns the last step at or before a time.
 * @param moment ms; undefined: the newest step
 */
function stepAt(steps: readonly BalanceStep[], moment: number | undefined): BalanceStep | undefined {
  if (moment === undefined) return steps.at(-1);
  return steps.findLast(({ time }) => time * 1000 <= moment) ?? steps[0];
}
