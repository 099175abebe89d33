import type { BlockExt } from '@glassblock/contract';
import { Link } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace, useSite } from '../../context/site-context.ts';
import { bytes, count, difficulty, hex32, percent, weight } from '../../format/amount.ts';
import { printable } from '../../format/script-text.ts';
import { useText } from '../../messages/use-text.ts';
import answersStyles from '../../ui/answers.module.css';
import bannerStyles from '../../ui/banner.module.css';
import { defaultVsize, FiatValue } from '../../ui/FiatValue.tsx';
import { CopyButton, Hash } from '../../ui/Hash.tsx';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { LeftIcon, RightIcon } from '../../ui/icons.tsx';
import pageStyles from '../../ui/page.module.css';
import rowsStyles from '../../ui/rows.module.css';
import { Amount, BlockFeeRate, FeeRateRange, FigureText, Moment } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { MiningPoolBadge } from '../mining/MiningPoolBadge.tsx';
import tooltipStyles from '../shell/tooltip.module.css';
import { neighbour } from '../strip/use-block-keys.ts';
import blockStyles from './block.module.css';
import { fullness, signalledBits, signalsTaproot } from './block-facts.ts';
import { HealthBadge } from './HealthBadge.tsx';

/** Returns whether a query parameter enables an option: present and not `false`. */
const isTrue = (value: string | null): boolean => value !== null && value !== 'false';

/** Shows name and height of the block, links to its neighbours, and the details toggle. */
export function BlockTitle(props: { block: BlockExt; winner: BlockExt | undefined; stale: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  const { block, winner, stale } = props;
  const { ltr } = usePreferences().preferences;
  const tip = useLive((state) => state.blocks[0]);
  const { query, changed } = useQuery();
  const open = isTrue(query.get('showDetails'));
  const mark = { kind: 'block', height: block.height } as const;
  const future = neighbour(prefix, mark, 'future', tip, 1);
  const past = neighbour(prefix, mark, 'past', tip, 1);
  const step = (to: string | undefined, label: string, icon: React.ReactNode) =>
    to === undefined ? (
      <span className="icon-button off">{icon}</span>
    ) : (
      <Link className="icon-button" to={to} aria-label={label}>
        {icon}
        <span className={`tooltip-inner ${tooltipStyles.tooltipInner}`} aria-hidden="true">
          {label}
        </span>
      </Link>
    );
  const name = stale ? text('block.stale') : block.height === 0 ? text('block.genesis') : text('block.title');
  const others = block.extras.orphans.filter(({ hash }) => hash !== block.id);
  return (
    <>
      {stale && (
        <p className={`${bannerStyles.banner} bad alert ${bannerStyles.alert}`} data-part="banner">
          {text('block.staleNotice')}{' '}
          {winner ? (
            <Hash value={winner.id} to={page.block(prefix, winner.id)} />
          ) : (
            <Link to={page.block(prefix, block.height)}>{count(block.height)}</Link>
          )}
        </p>
      )}
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>
          {name} <span className="figure">{count(block.height)}</span>
        </h1>
        <span className={blockStyles.steps} data-part="steps">
          {step(ltr ? past : future, ltr ? text('block.previous') : text('block.next'), <LeftIcon />)}
          {step(ltr ? future : past, ltr ? text('block.next') : text('block.previous'), <RightIcon />)}
        </span>
        {stale && <span className="badge bad">{text('block.staleBadge')}</span>}
        {others.length > 0 && (
          <span className="quiet">
            {text('block.orphans', { count: others.length })}{' '}
            {others.map((orphan) => (
              <Hash key={orphan.hash} value={orphan.hash} to={page.block(prefix, orphan.hash)} tail={6} />
            ))}
          </span>
        )}
        <Link
          className={`button btn btn-outline-info ${blockStyles.titleEnd}`}
          to={changed({ showDetails: open ? undefined : 'true' })}
          replace
          preventScrollReset
          role="button"
          aria-pressed={open}
          aria-controls="details"
        >
          {text('block.details')}
        </Link>
      </div>
    </>
  );
}

/** Shows how full the block is, its fees and its miner. */
export function BlockFacts({ block }: { block: BlockExt }) {
  const text = useText();
  const { extras } = block;
  const { audit } = useSite();
  return (
    <section className={blockStyles.blockFacts} data-part="block-facts">
      <div className={answersStyles.answers} data-part="answers">
        <div className={answersStyles.answer}>
          <strong className="figure">{percent(100 * fullness(block))}</strong>
          <span className="quiet">{text('block.full')}</span>
        </div>
        <div className={answersStyles.answer}>
          <strong>
            <Amount sats={extras.reward} digits={[4, 4]} />
          </strong>
          <span className="quiet">
            {text('block.paid')}, <Amount sats={extras.totalFees} digits={[4, 4]} /> {text('block.inFees')}
          </span>
        </div>
        <div className={answersStyles.answer}>
          <strong>
            <MiningPoolBadge block={block} data-cy="block-details-miner-badge" />
          </strong>
          <span className="quiet">{text('block.miner')}</span>
        </div>
      </div>
      <dl className={rowsStyles.rows} data-part="rows">
        <Row label={text('block.hash')}>
          <Hash value={block.id} copy />
        </Row>
        <Row label={text('block.timestamp')}>
          <Moment time={block.timestamp} />
        </Row>
        <Row label={text('block.size')}>
          <FigureText figure={bytes(block.size)} />
        </Row>
        <Row label={text('block.weight')}>
          <FigureText figure={weight(block.weight)} />
        </Row>
        {audit && <HealthRow block={block} />}
        <Row label={text('block.feeSpan')}>
          <FeeRateRange range={extras.feeRange} />
        </Row>
        <Row label={text('block.medianFee')}>
          <BlockFeeRate medianFee={extras.medianFee} feeRange={extras.feeRange} transactions={block.tx_count - 1} dot />
          {extras.medianFee > 0 && (
            <FiatValue sats={extras.medianFee * defaultVsize} title={text('fees.cost', { vsize: defaultVsize })} />
          )}
        </Row>
        <Row label={text('block.totalFees')}>
          <Amount sats={extras.totalFees} />
          <FiatValue sats={extras.totalFees} />
        </Row>
        <Row label={text('block.reward')}>
          <Amount sats={extras.reward} />
          <FiatValue sats={extras.reward} />
        </Row>
      </dl>
    </section>
  );
}

/** Shows the block health, or why it is unknown. */
function HealthRow({ block }: { block: BlockExt }) {
  const text = useText();
  const { prefix } = usePlace();
  const { matchRate } = block.extras;
  return (
    <Row label={text('block.health')}>
      {matchRate === null && <span className="quiet">{text('block.health.why')} </span>}
      <HealthBadge rate={matchRate} />{' '}
      <Link className="more" to={page.question(prefix, 'what-is-block-health')}>
        {text('block.health.what')}
      </Link>
    </Row>
  );
}

/** Shows fields of header and coinbase. Rendered even while collapsed, so that in-page search finds them. */
export function BlockDetails({ block }: { block: BlockExt }) {
  const text = useText();
  const { prefix, network } = usePlace();
  const open = isTrue(useQuery().query.get('showDetails'));
  const coinbase = printable(block.extras.coinbaseRaw);
  const bits = signalledBits(block.version);
  return (
    <section id="details" className={blockStyles.blockDetails} hidden={!open} aria-label={text('block.details')}>
      <h2>{text('block.details')}</h2>
      <dl className={rowsStyles.rows} data-part="rows">
        <Row label={text('block.version')}>
          <span className="figure">{hex32(block.version)}</span>{' '}
          {bits.length > 0 && (
            <span className="quiet">{text('picture.bits', { count: bits.length, bits: bits.join(', ') })}</span>
          )}{' '}
          {signalsTaproot(block, network) && <span className="badge ok">Taproot</span>}
        </Row>
        <Row label={text('block.bits')}>
          <span className="figure">{hex32(block.bits)}</span>
        </Row>
        <Row label={text('block.difficulty')}>
          <span className="figure">{difficulty(block.difficulty)}</span>
        </Row>
        <Row label={text('block.nonce')}>
          <span className="figure">{hex32(block.nonce)}</span>
        </Row>
        <Row label={text('block.merkle')}>
          <Hash value={block.merkle_root} copy />
        </Row>
        <Row label={text('block.medianTime')}>
          <Moment time={block.mediantime} withAge={false} />
        </Row>
        {block.previousblockhash !== null && (
          <Row label={text('block.previous')}>
            <Hash value={block.previousblockhash} to={page.block(prefix, block.previousblockhash)} copy />
          </Row>
        )}
        {coinbase !== '' && <Row label={text('block.coinbase')}>{coinbase}</Row>}
        <div className={rowsStyles.whole} data-part="whole">
          <dt>
            {text('block.header')} <CopyButton value={block.extras.header} />
          </dt>
          <dd className="code">{block.extras.header}</dd>
        </div>
      </dl>
    </section>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
