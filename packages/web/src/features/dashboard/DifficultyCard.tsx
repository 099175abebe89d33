import { useNow } from '../../context/clock.ts';
import { useLive } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { isoTime, span } from '../../format/age.ts';
import { count, difficulty, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import barStyles from '../../ui/bar.module.css';
import { Card, Skeleton } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import rowsStyles from '../../ui/rows.module.css';
import { FigureText } from '../../ui/values.tsx';
import { minedSinceStart, recentSpacing } from '../block/block-facts.ts';
import dashboardStyles from './dashboard.module.css';

/** From this interval on, hours, days and more are shown, ms. */
const maxMinutes = 7_200_000;

/** Returns minutes with one decimal; a dash for unknown. */
function minutes(ms: number): string {
  return Number.isFinite(ms) && ms >= 0 ? (ms / 60_000).toFixed(1) : '–';
}

/**
 * Shows the difficulty epoch: progress, pace and the estimated adjustment.
 * @param more further rows
 */
export function DifficultyCard({ more }: { more?: React.ReactNode }) {
  return usePlace().pace === 'on-demand' ? <FixedDifficulty more={more} /> : <Epoch more={more} />;
}

/** Shows the constant difficulty of networks without adjustments. */
function FixedDifficulty({ more }: { more: React.ReactNode }) {
  const text = useText();
  const blocks = useLive((state) => state.blocks);
  const tip = blocks[0];
  const mined = minedSinceStart(blocks);
  const spacing = recentSpacing(mined);
  const long = span((spacing ?? 0) / 1000);
  return (
    <Card
      title={text('difficulty.fixed.title')}
      id="difficulty-title"
      className={dashboardStyles.difficultyCard}
      part="difficulty-card"
    >
      <p className={cardStyles.headline}>
        {tip ? <span className="figure">{difficulty(tip.difficulty)}</span> : <Skeleton />}
      </p>
      <p className={cardStyles.cardText} data-part="card-text">
        {text('difficulty.fixed.text')}
      </p>
      <dl className={rowsStyles.rows} data-part="rows">
        <div>
          <dt>{text('difficulty.fixed.recent', { count: Math.max(1, mined.length) })}</dt>
          <dd className="figure">
            {spacing === undefined ? (
              '–'
            ) : spacing < 120_000 ? (
              <Seconds count={Math.round(spacing / 1000)} />
            ) : spacing < maxMinutes ? (
              <FigureText figure={{ value: `~${minutes(spacing)}`, unit: text('difficulty.minutes') }} />
            ) : (
              `~${text(`span.${long.unit}`, { count: long.count })}`
            )}
          </dd>
        </div>
        <div>
          <dt>{text('difficulty.fixed.height')}</dt>
          <dd className="figure">{tip ? count(tip.height) : '–'}</dd>
        </div>
        {more}
      </dl>
    </Card>
  );
}

function Seconds({ count: seconds }: { count: number }) {
  const text = useText();
  return <FigureText figure={{ value: `~${seconds}`, unit: text('difficulty.seconds', { count: seconds }) }} />;
}

function Epoch({ more }: { more: React.ReactNode }) {
  const text = useText();
  const now = useNow();
  const da = useLive((state) => state.da);
  const change = da && Number.isFinite(da.difficultyChange) ? da.difficultyChange : 0;
  const progress = da && Number.isFinite(da.progressPercent) ? Math.min(100, Math.max(0, da.progressPercent)) : 0;
  const interval = da ? da.remainingBlocks / (1 - progress / 100) : 0;
  const expected =
    da && Number.isFinite(da.expectedBlocks) && interval > 0
      ? Math.min(100, Math.max(0, (100 * da.expectedBlocks) / interval))
      : 0;
  const left = span(da && Number.isFinite(da.estimatedRetargetDate) ? (da.estimatedRetargetDate - now) / 1000 : 0);
  return (
    <Card
      title={text('difficulty.title')}
      id="difficulty-title"
      className={dashboardStyles.difficultyCard}
      part="difficulty-card"
    >
      <p className={cardStyles.headline}>
        {da ? (
          <span className={`figure ${change >= 0 ? 'gain' : 'loss'}`}>
            {change >= 0 ? '▲' : '▼'} {percent(Math.abs(change), 2)}
          </span>
        ) : (
          <Skeleton />
        )}{' '}
        <small>{da && text('difficulty.previous', { percent: percent(da.previousRetarget, 2) })}</small>
      </p>
      <svg
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        className={`${barStyles.bar} ${barStyles.epoch}`}
        data-part="bar"
        role="img"
        aria-label={text('difficulty.progress', { percent: percent(progress) })}
      >
        <rect className={barStyles.barGround} width="100" height="8" />
        <rect
          className={`${barStyles.barFill} info`}
          data-part="bar-fill"
          width={Math.round(progress * 10) / 10}
          height="8"
        />
        <rect className={barStyles.barMark} x={Math.min(99.6, Math.round(expected * 10) / 10)} width=".4" height="8" />
      </svg>
      <dl className={rowsStyles.rows} data-part="rows">
        <div>
          <dt>{text('difficulty.average')}</dt>
          <dd>
            <span className="figure">
              ~{da ? minutes(da.timeAvg) : '–'} <small>{text('difficulty.minutes')}</small>
            </span>
          </dd>
        </div>
        <div>
          <dt>{text('difficulty.remaining')}</dt>
          <dd className="figure">{da ? count(da.remainingBlocks) : '–'}</dd>
        </div>
        <div>
          <dt>{text('difficulty.next')}</dt>
          <dd>
            {da ? (
              <>
                {text('time.in', { span: text(`span.${left.unit}`, { count: left.count }) })}{' '}
                <small className="figure">{isoTime(da.estimatedRetargetDate / 1000)?.slice(0, 10)}</small>
              </>
            ) : (
              <Skeleton />
            )}
          </dd>
        </div>
        {more}
      </dl>
    </Card>
  );
}
