import type { Utxo } from '@glassblock/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { amount, count as wholeNumber } from '../../format/amount.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { treemap } from '../../pictures/diagrams/treemap.ts';
import { Card } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import foldStyles from '../../ui/fold.module.css';
import { useAnswer } from '../../ui/hooks/use-answer.ts';
import { useInView } from '../../ui/hooks/use-in-view.ts';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { Amount, Moment } from '../../ui/values.tsx';
import { api, page, type ScriptRef } from '../../url.ts';
import graphsStyles from '../graphs/graphs.module.css';
import styles from './utxos.module.css';

const width = 1000;
const height = 260;
/** Maximum number of outputs in the picture; also the maximum that the server lists in one answer. */
export const maxUtxos = 500;

const ages = [
  { until: 86_400, name: 'day' },
  { until: 30 * 86_400, name: 'month' },
  { until: 365 * 86_400, name: 'year' },
  { until: Number.POSITIVE_INFINITY, name: 'older' },
] as const;

/** Returns the age class of an output: `pending` or a name in `ages`. */
function ageOf({ status }: Utxo, now: number): 'pending' | (typeof ages)[number]['name'] {
  if (!status.confirmed) return 'pending';
  return ages.find(({ until }) => now - (status.block_time ?? 0) < until)!.name;
}

const ageTexts: Record<ReturnType<typeof ageOf>, TextId> = {
  pending: 'utxos.pending',
  day: 'utxos.day',
  month: 'utxos.month',
  year: 'utxos.year',
  older: 'utxos.older',
};

/**
 * Draws the unspent outputs of an address: area by value, color by age. The card has its final size before they are
 * loaded, to avoid layout shifts.
 * @param count number of outputs according to the address statistics
 */
export function UnspentOutputs({ script, count }: { script: ScriptRef; count: number }) {
  const text = useText();
  const { prefix, network } = usePlace();
  const { preferences } = usePreferences();
  const [ref, isShown] = useInView<HTMLDivElement>(200);
  const path = api.scriptUtxos(prefix, script);
  const { data: utxos, error } = useAnswer(isShown ? path : undefined, () => browserApi().body<Utxo[]>(path));
  const problem = error?.message;
  const [now] = useState(() => Date.now() / 1000);
  const titleOf = ({ txid, vout, value, status }: Utxo) => {
    const utxos = amount(value, preferences.unit === 'sats' ? 'sats' : 'btc', network);
    const since =
      status.block_height === undefined
        ? text('utxos.pending')
        : text('utxos.height', { height: wholeNumber(status.block_height) });
    return `${utxos.value} ${utxos.unit} · ${txid.slice(0, 8)}…:${vout} · ${since}`;
  };
  const shown = (utxos ?? []).toSorted((a, b) => b.value - a.value);
  return (
    <div ref={ref} className="js-only">
      {problem !== undefined && (
        <p className={`${cardStyles.card} quiet`} data-part="card">
          {text('utxos.problem', { problem })}
        </p>
      )}
      {problem === undefined && (
        <Card title={text('utxos.title', { count: utxos?.length ?? count })} id="utxos-title" className={styles.utxos}>
          <svg viewBox={`0 0 ${width} ${height}`} className={styles.map} data-cy="utxo-map" aria-hidden="true">
            {treemap(shown, ({ value }) => value, width, height).map(({ item, x, y, width: w, height: h }) => (
              <Link key={`${item.txid}:${item.vout}`} to={page.output(prefix, item.txid, item.vout)} tabIndex={-1}>
                <rect
                  x={x + 1}
                  y={y + 1}
                  width={Math.max(0, w - 2)}
                  height={Math.max(0, h - 2)}
                  rx="2"
                  className={styles[ageOf(item, now)]}
                  data-age={ageOf(item, now)}
                >
                  <title>{titleOf(item)}</title>
                </rect>
              </Link>
            ))}
          </svg>
          <ul className={styles.ages}>
            {(['pending', ...ages.map(({ name }) => name)] as const).map((name) => (
              <li key={name}>
                <i className={`${styles.key} ${styles[name]}`} aria-hidden="true" /> {text(ageTexts[name])}
              </li>
            ))}
          </ul>
          <details className={`${graphsStyles.chartTable} ${foldStyles.fold}`} data-part="chart-table fold">
            <summary>{text('graphs.table')}</summary>
            <TableScroll label={text('utxos.label')}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{text('utxos.outpoint')}</th>
                    <th scope="col">{text('utxos.since')}</th>
                    <th scope="col">{text('utxos.amount')}</th>
                  </tr>
                </thead>
                <tbody>
                  {shown.map(({ txid, vout, value, status }) => (
                    <tr key={`${txid}:${vout}`}>
                      <th scope="row">
                        <Link to={page.output(prefix, txid, vout)} className="mono">
                          {txid.slice(0, 8)}…{txid.slice(-8)}:{vout}
                        </Link>
                      </th>
                      <td>
                        {status.block_time === undefined ? (
                          text('utxos.pending')
                        ) : (
                          <Moment time={status.block_time} withAge={false} />
                        )}
                      </td>
                      <td>
                        <Amount sats={value} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableScroll>
          </details>
        </Card>
      )}
    </div>
  );
}
