import type { RbfTree } from '@glassblock/contract';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import { span } from '../../format/age.ts';
import { count } from '../../format/amount.ts';
import { feeStep, rate } from '../../format/rate.ts';
import { type Text, useText } from '../../messages/use-text.ts';
import { rbfLayout, rowsOf, versionList, versionsOf } from '../../pictures/diagrams/rbf-layout.ts';
import { BlockSpace, useBlockSpaceLabel } from '../../ui/BlockSpace.tsx';
import cardStyles from '../../ui/card.module.css';
import foldStyles from '../../ui/fold.module.css';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import pageStyles from '../../ui/page.module.css';
import { Age, FeeRateText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import txStyles from './tx.module.css';
import styles from './tx-pictures.module.css';

/** Branches that are shown initially. */
const firstRows = 5;

/** Shows the replacement timeline as a section of the transaction page. */
export function RbfSection({ tree, txid }: { tree: RbfTree; txid: string }) {
  const text = useText();
  return (
    <section className={txStyles.txSection} id="rbf" aria-labelledby="rbf-title">
      <h2 className={pageStyles.sectionTitle} data-part="section-title" id="rbf-title">
        {text('rbf.timeline')}
      </h2>
      <div className={cardStyles.card} data-part="card">
        <p className={cardStyles.cardText} data-part="card-text">
          {text('rbf.text')}
        </p>
        <RbfTimeline tree={tree} current={txid} />
      </div>
    </section>
  );
}

/** Returns 'Mined', 'Full RBF' and similar labels of a replacement. */
function statusOf({ tx, mined }: RbfTree, text: Text): string[] {
  return [
    ...(tx.mined || mined ? [text('rbf.status.mined')] : []),
    text(tx.fullRbf ? 'rbf.status.full' : tx.rbf ? 'rbf.status.signals' : 'rbf.status.silent'),
  ];
}

/** Shows the replacements of a transaction, oldest left, and the same as a table. */
export function RbfTimeline({ tree, current }: { tree: RbfTree; current?: string }) {
  const text = useText();
  const { prefix } = usePlace();
  const { rateUnit } = usePreferences().preferences;
  const id = useId();
  const [all, setAll] = useState(false);
  const rows = rowsOf(tree);
  const layout = rbfLayout(tree, all ? Number.POSITIVE_INFINITY : firstRows);
  // several timelines may be on a page: each has its own label
  const label = `${text('rbf.label', { count: versionsOf(tree) })} (${tree.tx.txid.slice(0, 8)})`;
  return (
    <div className="rbf">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls horizontally when it is wide */}
      <section className={styles.rbfFrame} tabIndex={0} aria-label={label}>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the section has a label, and so does each link */}
        <svg
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          className={styles.rbfPicture}
        >
          <g id={id}>
            {layout.links.map((link) => (
              <g key={`${link.x}-${link.y}`}>
                <path d={link.path} className={`${styles.rbfLink} ${link.isFull ? 'full' : ''}`} />
                {link.interval !== undefined && (
                  <text x={link.x} y={link.y - 8} className={styles.rbfInterval}>
                    {shortSpan(link.interval, text)}
                  </text>
                )}
              </g>
            ))}
          </g>
          {layout.nodes.map(({ tree: version, x, y }) => {
            const { tx } = version;
            const own = tx.rate ?? tx.fee / tx.vsize;
            const figure = rate(own, rateUnit);
            const isCurrent = tx.txid === current;
            const isMined = tx.mined === true || (version === tree && tree.mined === true);
            const name = text('rbf.node', {
              txid: `${tx.txid.slice(0, 6)}…${tx.txid.slice(-6)}`,
              rate: `${figure.value} ${figure.unit}`,
              status: [...statusOf(version, text), ...(isCurrent ? [text('rbf.status.current')] : [])].join(', '),
            });
            return (
              <Link
                key={tx.txid}
                to={page.tx(prefix, tx.txid)}
                className={styles.rbfNode}
                aria-label={name}
                aria-current={isCurrent ? 'true' : undefined}
              >
                <title>{name}</title>
                <rect x={x - 22} y={y - 22} width="44" height="44" className={styles.rbfTouch} />
                {isCurrent && <Shape x={x} y={y} size={13} isRound={tx.rbf} className={styles.rbfCurrent} />}
                <Shape
                  x={x}
                  y={y}
                  size={9}
                  isRound={tx.rbf}
                  className={isMined ? styles.rbfMined : `fee-fill-${feeStep(own)}`}
                />
                {isMined && <path d={`M${x - 4} ${y}l3 3.4 5-6.4`} className={styles.rbfTick} />}
                <text x={x} y={y + 28} className={styles.rbfRate}>
                  {figure.value}
                  <tspan className={styles.rbfUnit}> {figure.unit}</tspan>
                </text>
              </Link>
            );
          })}
        </svg>
      </section>
      {rows > firstRows && (
        <button type="button" className="link-button js-only" onClick={() => setAll(!all)}>
          {all ? text('rbf.showLess') : text('rbf.showAll', { count: rows - firstRows })}
        </button>
      )}
      <Versions tree={tree} {...(current !== undefined && { current })} />
    </div>
  );
}

/** Draws a circle for a transaction that signals RBF, a square for one that does not. */
function Shape(props: { x: number; y: number; size: number; isRound: boolean; className: string | undefined }) {
  const { x, y, size, isRound, className } = props;
  return (
    <rect x={x - size} y={y - size} width={2 * size} height={2 * size} rx={isRound ? size : 3} className={className} />
  );
}

function shortSpan(seconds: number, text: Text): string {
  const { unit, count: many } = span(seconds);
  return text(`span.${unit}`, { count: many });
}

/** Shows the timeline as a table. */
function Versions({ tree, current }: { tree: RbfTree; current?: string }) {
  const room = useBlockSpaceLabel();
  const text = useText();
  const { prefix } = usePlace();
  return (
    <details className={foldStyles.fold} data-part="fold">
      <summary>{text('rbf.table')}</summary>
      <table className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`} data-part="list stacking">
        <thead>
          <tr>
            <th>{text('tx.title')}</th>
            <th>{text('tx.firstSeen')}</th>
            <th className={listStyles.number}>{text('tx.fee')}</th>
            <th className={listStyles.number}>{text('tx.feeRate')}</th>
            <th className={listStyles.number}>{text(room)}</th>
            <th>{text('rbf.status')}</th>
          </tr>
        </thead>
        <tbody>
          {versionList(tree).map((version) => (
            <tr key={version.tx.txid}>
              <td data-label={text('tx.title')}>
                <Hash value={version.tx.txid} to={page.tx(prefix, version.tx.txid)} />
              </td>
              <td data-label={text('tx.firstSeen')}>{version.time > 0 ? <Age time={version.time} /> : '–'}</td>
              <td className={listStyles.number} data-label={text('tx.fee')}>
                {count(version.tx.fee)} <small>sats</small>
              </td>
              <td className={listStyles.number} data-label={text('tx.feeRate')}>
                <FeeRateText rate={version.tx.rate ?? version.tx.fee / version.tx.vsize} dot />
              </td>
              <td className={listStyles.number} data-label={text(room)}>
                <BlockSpace vsize={version.tx.vsize} />
              </td>
              <td data-label={text('rbf.status')}>
                {statusOf(version, text).join(', ')}
                {version.tx.txid === current && ` (${text('rbf.status.current')})`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
