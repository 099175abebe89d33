import type { BlockExt } from '@glassblock/contract';
import { Link } from 'react-router';
import { bytes, count, difficulty, hex32, percent, weight } from '../format/amount.ts';
import { printable } from '../format/script-text.ts';
import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import { fullness } from './block-facts.ts';
import { Cube, cubeRates } from './Cube.tsx';
import { Hash } from './Hash.tsx';
import { LeftIcon, RightIcon } from './icons.tsx';
import { useLive } from './live.ts';
import { usePreferences } from './preferences.tsx';
import { usePlace } from './site-context.ts';
import { neighbour } from './use-block-keys.ts';
import { Amount, BlockRate, FigureText, Moment, RateSpan } from './values.tsx';

/** Name and height of the block, and the way to its neighbours. */
export function BlockTitle({ block, stale }: { block: BlockExt; stale: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  const { ltr } = usePreferences().preferences;
  const tip = useLive((state) => state.blocks[0]);
  const mark = { kind: 'block', height: block.height } as const;
  const future = neighbour(prefix, mark, 'future', tip, 1);
  const past = neighbour(prefix, mark, 'past', tip, 1);
  const step = (to: string | undefined, label: string, icon: React.ReactNode) =>
    to === undefined ? (
      <span className="icon-button off">{icon}</span>
    ) : (
      <Link className="icon-button" to={to} title={label} aria-label={label}>
        {icon}
      </Link>
    );
  const name = stale ? text('block.stale') : block.height === 0 ? text('block.genesis') : text('block.title');
  return (
    <>
      {stale && (
        <p className="banner bad alert">
          {text('block.staleNotice')} <Link to={page.block(prefix, block.height)}>{count(block.height)}</Link>
        </p>
      )}
      <div className="title-block">
        <h1>
          {name} <span className="figure">{count(block.height)}</span>
        </h1>
        <span className="steps">
          {step(ltr ? past : future, ltr ? text('block.previous') : text('block.next'), <LeftIcon />)}
          {step(ltr ? future : past, ltr ? text('block.next') : text('block.previous'), <RightIcon />)}
        </span>
        {block.extras.orphans.length > 0 && (
          <span className="quiet">
            {text('block.orphans', { count: block.extras.orphans.length })}{' '}
            {block.extras.orphans.map((orphan) => (
              <Hash key={orphan.hash} value={orphan.hash} to={page.block(prefix, orphan.hash)} tail={6} />
            ))}
          </span>
        )}
      </div>
    </>
  );
}

/** How full, what it paid, who mined it; then the figures; details fold open. */
export function BlockFacts({ block }: { block: BlockExt }) {
  const text = useText();
  const { prefix } = usePlace();
  const { extras } = block;
  const coinbase = printable(extras.coinbaseRaw);
  return (
    <section className="block-facts">
      <div className="answers">
        <Cube full={fullness(block)} rates={cubeRates(extras.feeRange)} className="big" />
        <div className="answer">
          <strong className="figure">{percent(100 * fullness(block))}</strong>
          <span className="quiet">{text('block.full')}</span>
        </div>
        <div className="answer">
          <strong>
            <Amount sats={extras.reward} digits={[3, 4]} />
          </strong>
          <span className="quiet">
            {text('block.paid')}, <Amount sats={extras.totalFees} digits={[3, 4]} /> {text('block.inFees')}
          </span>
        </div>
        <div className="answer">
          <strong data-cy="block-details-miner-badge">{extras.pool.minerNames?.[1] ?? extras.pool.name}</strong>
          <span className="quiet">{text('block.miner')}</span>
        </div>
      </div>
      <dl className="rows two">
        <div>
          <dt>{text('block.hash')}</dt>
          <dd>
            <Hash value={block.id} copy />
          </dd>
        </div>
        <div>
          <dt>{text('block.timestamp')}</dt>
          <dd>
            <Moment time={block.timestamp} />
          </dd>
        </div>
        <div>
          <dt>{text('block.medianFee')}</dt>
          <dd>
            <BlockRate medianFee={extras.medianFee} feeRange={extras.feeRange} transactions={block.tx_count - 1} dot />
          </dd>
        </div>
        <div>
          <dt>{text('block.size')}</dt>
          <dd>
            <FigureText figure={bytes(block.size)} />
          </dd>
        </div>
        <div>
          <dt>{text('block.feeSpan')}</dt>
          <dd>
            <RateSpan range={extras.feeRange} />
          </dd>
        </div>
        <div>
          <dt>{text('block.weight')}</dt>
          <dd>
            <FigureText figure={weight(block.weight)} />
          </dd>
        </div>
      </dl>
      <details className="fold" id="details">
        <summary>{text('block.details')}</summary>
        <dl className="rows two">
          <Row label={text('block.version')} value={hex32(block.version)} />
          <Row label={text('block.bits')} value={hex32(block.bits)} />
          <Row label={text('block.difficulty')} value={difficulty(block.difficulty)} />
          <Row label={text('block.nonce')} value={hex32(block.nonce)} />
          <div>
            <dt>{text('block.merkle')}</dt>
            <dd>
              <Hash value={block.merkle_root} copy />
            </dd>
          </div>
          <div>
            <dt>{text('block.medianTime')}</dt>
            <dd>
              <Moment time={block.mediantime} withAge={false} />
            </dd>
          </div>
          {block.previousblockhash !== null && (
            <div>
              <dt>{text('block.previous')}</dt>
              <dd>
                <Hash value={block.previousblockhash} to={page.block(prefix, block.previousblockhash)} copy />
              </dd>
            </div>
          )}
          {coinbase !== '' && <Row label={text('block.coinbase')} value={coinbase} />}
          <div className="whole">
            <dt>{text('block.header')}</dt>
            <dd className="code">{extras.header}</dd>
          </div>
        </dl>
      </details>
    </section>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">{value}</dd>
    </div>
  );
}
