import type { CpfpInfo } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import { count } from '../../format/amount.ts';
import { feeRate, feeStep, rate } from '../../format/rate.ts';
import { useText } from '../../messages/use-text.ts';
import { type Cluster, clusterLayout } from '../../pictures/diagrams/cluster-layout.ts';
import { BlockSpace, useBlockSpaceLabel } from '../../ui/BlockSpace.tsx';
import cardStyles from '../../ui/card.module.css';
import foldStyles from '../../ui/fold.module.css';
import { Hash } from '../../ui/Hash.tsx';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { useWidth } from '../../ui/hooks/use-width.ts';
import listStyles from '../../ui/list.module.css';
import pageStyles from '../../ui/page.module.css';
import { FeeRateText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import txStyles from './tx.module.css';
import styles from './tx-pictures.module.css';

interface Relative {
  txid: string;
  fee: number;
  weight: number;
  type: 'ancestor' | 'descendant';
}

/** Returns true when a transaction has relatives. */
export const hasRelatives = (cpfp: CpfpInfo | undefined): cpfp is CpfpInfo =>
  cpfp !== undefined &&
  (cpfp.ancestors.length > 0 || (cpfp.descendants?.length ?? 0) > 0 || (cpfp.cluster?.txs.length ?? 0) > 1);

/** Shows the relatives of a transaction: the cluster diagram while unconfirmed, and a table. */
export function ClusterSection({ cpfp, txid, ownRate }: { cpfp: CpfpInfo; txid: string; ownRate: number }) {
  const text = useText();
  const { rateUnit } = usePreferences().preferences;
  const { cluster } = cpfp;
  const { query, changed } = useQuery();
  const isShown = query.get('cpfp') !== 'false';
  const chunk = cluster?.chunks[cluster.chunkIndex];
  const figure = chunk && rate(chunk.feerate, rateUnit);
  return (
    <section className={txStyles.txSection} id="cpfp" aria-labelledby="cpfp-title">
      <div className={pageStyles.sectionHead} data-part="section-head">
        <h2 className={pageStyles.sectionTitle} data-part="section-title" id="cpfp-title">
          {text(cluster ? 'cluster.title' : 'cluster.related')}
        </h2>
        <Link
          className="button quiet-button"
          to={changed({ cpfp: isShown ? 'false' : undefined })}
          replace
          preventScrollReset
        >
          {text(isShown ? 'cluster.hide' : 'cluster.show')}
        </Link>
      </div>
      {isShown && (
        <div className={cardStyles.card} data-part="card">
          {cluster && chunk && figure && (
            <>
              <p className={cardStyles.cardText} data-part="card-text">
                {text('cluster.text', {
                  number: cluster.chunkIndex + 1,
                  count: cluster.chunks.length,
                  rate: `${figure.value} ${figure.unit}`,
                })}
              </p>
              <ClusterPicture cluster={cluster} txid={txid} />
            </>
          )}
          <Relatives cpfp={cpfp} ownRate={ownRate} folded={cluster !== undefined} />
        </div>
      )}
    </section>
  );
}

const shortId = (txid: string): string => `${txid.slice(0, 6)}…${txid.slice(-6)}`;

function ClusterPicture({ cluster, txid }: { cluster: Cluster; txid: string }) {
  const text = useText();
  const { prefix } = usePlace();
  const { rateUnit } = usePreferences().preferences;
  const [frame, width] = useWidth<HTMLElement>(1140);
  const layout = clusterLayout(cluster, width);
  return (
    <section
      className={styles.cluster}
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls horizontally when it is wide
      tabIndex={0}
      aria-label={text('cluster.label', { count: cluster.txs.length, chunks: cluster.chunks.length })}
    >
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the section has a label, and so does each link */}
      <svg
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        className={styles.clusterPicture}
      >
        <defs>
          <marker id="cluster-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0.8L7 4 0 7.2z" className={styles.clusterHead} />
          </marker>
        </defs>
        {layout.bands.map((band, place) => {
          const figure = rate(band.feerate, rateUnit);
          return (
            <g key={band.y}>
              <rect
                x="0.5"
                y={band.y + 0.5}
                width={layout.width - 1}
                height={band.height - 1}
                rx="10"
                className={`${styles.clusterBand} ${place === cluster.chunkIndex ? 'own' : ''}`}
              />
              <text x="14" y={band.y + 20} className={styles.clusterBandName}>
                {text('cluster.chunk', { number: place + 1 })} · {figure.value} {figure.unit}
              </text>
            </g>
          );
        })}
        {layout.edges.map(({ parent, child, path }) => (
          <path key={`${parent}-${child}`} d={path} className={styles.clusterEdge} markerEnd="url(#cluster-arrow)" />
        ))}
        {layout.nodes.map((node) => {
          const tx = cluster.txs[node.index]!;
          const figure = rate(node.rate, rateUnit);
          const isOwn = tx.txid === txid;
          return (
            <Link
              key={tx.txid}
              to={page.tx(prefix, tx.txid)}
              aria-label={text('cluster.node', {
                txid: isOwn ? text('cluster.this') : shortId(tx.txid),
                rate: `${figure.value} ${figure.unit}`,
                size: `${count(Math.ceil(tx.weight / 4))} vB`,
              })}
              aria-current={isOwn ? 'true' : undefined}
              className={styles.clusterNode}
              data-cy="cluster-node"
            >
              <title>{`${shortId(tx.txid)} · ${figure.value} ${figure.unit} · ${count(Math.ceil(tx.weight / 4))} vB`}</title>
              <circle cx={node.x} cy={node.y} r="20" className={styles.clusterTouch} />
              {isOwn && <circle cx={node.x} cy={node.y} r={node.radius + 4} className={styles.clusterOwn} />}
              <circle
                cx={node.x}
                cy={node.y}
                r={node.radius}
                className={`fee-fill-${feeStep(node.rate)} ${styles.clusterDot}`}
              />
            </Link>
          );
        })}
      </svg>
    </section>
  );
}

function Relatives({ cpfp, ownRate, folded }: { cpfp: CpfpInfo; ownRate: number; folded: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  const rows: Relative[] = [
    ...(cpfp.descendants ?? []).map((each) => ({ ...each, type: 'descendant' as const })),
    ...cpfp.ancestors.map((each) => ({ ...each, type: 'ancestor' as const })),
  ];
  const room = useBlockSpaceLabel();
  if (rows.length === 0) return null;
  const table = (
    <table
      className={`${listStyles.list} ${listStyles.stacking} relatives ${listStyles.roomy}`}
      data-part="list stacking"
    >
      <thead>
        <tr>
          <th>{text('cluster.type')}</th>
          <th>{text('tx.id')}</th>
          <th className={listStyles.number}>{text(room)}</th>
          <th className={listStyles.number}>{text('tx.fee')}</th>
          <th className={listStyles.number}>{text('tx.feeRate')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ txid, fee, weight, type }) => {
          const own = feeRate(fee, weight) ?? 0;
          const lifts = type === 'descendant' && own > 1.01 * ownRate;
          const holds = type === 'ancestor' && own < 0.99 * ownRate;
          return (
            <tr key={type + txid}>
              <td data-label={text('cluster.type')}>
                <span className={`badge ${type === 'descendant' ? 'info' : ''}`}>{text(`cluster.${type}`)}</span>
              </td>
              <td data-label={text('tx.id')}>
                <Hash value={txid} to={page.tx(prefix, txid)} />
              </td>
              <td className={listStyles.number} data-label={text(room)}>
                <BlockSpace vsize={weight / 4} />
              </td>
              <td className={listStyles.number} data-label={text('tx.fee')}>
                {count(fee)} <small>sats</small>
              </td>
              <td className={listStyles.number} data-label={text('tx.feeRate')}>
                <FeeRateText rate={own} dot />{' '}
                {(lifts || holds) && (
                  <span
                    className={lifts ? 'gain' : 'loss'}
                    title={text(lifts ? 'cluster.pays.more' : 'cluster.pays.less')}
                  >
                    <span aria-hidden="true">{lifts ? '▲' : '▼'}</span>
                    <span className="sr-only">{text(lifts ? 'cluster.pays.more' : 'cluster.pays.less')}</span>
                  </span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
  if (!folded) return table;
  return (
    <details className={foldStyles.fold} data-part="fold">
      <summary>{text('cluster.table')}</summary>
      {table}
    </details>
  );
}
