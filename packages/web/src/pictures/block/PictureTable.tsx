import type { CompressedTx } from '@glassblock/contract';
import { csvOf } from '@glassblock/primitives/csv';
import { useMemo, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import dashboardStyles from '../../features/dashboard/dashboard.module.css';
import { count } from '../../format/amount.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { BlockSpace } from '../../ui/BlockSpace.tsx';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import { save } from '../../ui/save.ts';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { Age, Amount, FeeRateText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import type { PictureMark } from '../render/paint.ts';
import pictureStyles from './picture.module.css';
import { csvColumns, csvRows, type SortKey, sortedTxs, sortKeys } from './table-rows.ts';

const firstRows = 50;
const moreRows = 200;

const headings: Record<SortKey, TextId> = {
  amount: 'recent.amount',
  rate: 'tx.feeRate',
  vsize: 'tx.vsize',
  age: 'tx.firstSeen',
};

/** Rows of the saved table with the result of a comparison. */
const withMarks = (rows: readonly CompressedTx[], marks: ReadonlyMap<string, PictureMark>) => [
  [...csvColumns, 'status'],
  ...csvRows(rows).map((row, i) => [...row, marks.get(rows[i]?.[0] ?? '') ?? '']),
];

/** Lists the transactions of a picture: sortable, filtered like the picture, with download. */
export default function PictureTable(props: {
  txs: ReadonlyMap<string, CompressedTx>;
  fileName: string;
  /** Result of a comparison: an additional column. */
  marks?: ReadonlyMap<string, PictureMark>;
}) {
  const { txs, fileName, marks } = props;
  const text = useText();
  const { prefix } = usePlace();
  const [sort, setSort] = useState<{ by: SortKey; rising: boolean }>({ by: 'rate', rising: false });
  const [max, setMax] = useState(firstRows);
  const rows = useMemo(() => sortedTxs(txs, sort.by, sort.rising), [txs, sort]);
  const hasTimes = rows.some((tx) => tx[6] > 0);
  const nameOf = (mark: PictureMark | undefined) => (mark === undefined ? '' : text(`compare.mark.${mark}`));
  const columns = sortKeys.filter((key) => key !== 'age' || hasTimes);
  return (
    <>
      <p className={pictureStyles.pictureTableHead} data-part="picture-table-head">
        <span className="quiet">{text('count.txs', { count: rows.length })}</span>
        <button
          type="button"
          className="link-button"
          onClick={() =>
            save(
              `${fileName}.csv`,
              new Blob([csvOf(marks ? withMarks(rows, marks) : [csvColumns, ...csvRows(rows)])], { type: 'text/csv' }),
            )
          }
        >
          CSV
        </button>
      </p>
      <TableScroll label={text('picture.table')}>
        <table
          className={`${listStyles.list} latest-transactions ${dashboardStyles.latestTransactions} ${pictureStyles.pictureTable}`}
          data-part="picture-table list"
        >
          <thead>
            <tr>
              <th>{text('tx.id')}</th>
              {marks && <th>{text('compare.status')}</th>}
              {columns.map((key) => (
                <th
                  key={key}
                  className={listStyles.number}
                  aria-sort={sort.by === key ? (sort.rising ? 'ascending' : 'descending') : undefined}
                >
                  <button
                    type="button"
                    className={pictureStyles.sort}
                    onClick={() => setSort({ by: key, rising: sort.by === key && !sort.rising })}
                  >
                    {text(headings[key])}
                    <span aria-hidden="true">{sort.by === key ? (sort.rising ? ' ↑' : ' ↓') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, max).map(([txid, , vsize, value, rate, , time]) => (
              <tr key={txid}>
                <td>
                  <Hash value={txid} to={page.tx(prefix, txid)} />
                </td>
                {marks && <td>{nameOf(marks.get(txid))}</td>}
                <td className={listStyles.number}>
                  <Amount sats={value} digits={[4, 4]} />
                </td>
                <td className={listStyles.number}>
                  <FeeRateText rate={rate} dot />
                </td>
                <td className={listStyles.number}>
                  <BlockSpace vsize={vsize} />
                </td>
                {hasTimes && <td className={listStyles.number}>{time > 0 && <Age time={time} />}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {rows.length > max && (
        <button type="button" className="link-button" onClick={() => setMax(max + moreRows)}>
          {text('tx.showMore', { count: count(rows.length - max) })}
        </button>
      )}
    </>
  );
}
