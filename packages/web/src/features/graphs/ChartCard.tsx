import { csvOf } from '@glassblock/primitives/csv';
import { useRef } from 'react';
import { Chart, type ChartProps } from '../../charts/Chart.tsx';
import type { SavePicture } from '../../charts/interactive/use-saving.ts';
import { spanOf } from '../../charts/scale.ts';
import { useTimestamp } from '../../context/zone.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import foldStyles from '../../ui/fold.module.css';
import { save } from '../../ui/save.ts';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { ChartFiles } from './ChartFiles.tsx';
import graphsStyles from './graphs.module.css';

type Cell = string | number | null | undefined;

/** Shows a chart with title, readout, downloads, and its values as a table. */
export function ChartCard(
  props: Omit<ChartProps, 'saveRef'> & {
    id: string;
    title: string;
    /** Placed beside the title. */
    controls?: React.ReactNode;
    /** Values at the pointer. */
    readout?: React.ReactNode;
    /** Placed between chart and table. */
    below?: React.ReactNode;
    /** Column titles with units. */
    columns: readonly string[];
    rows: readonly (readonly Cell[])[];
    /** Name of a saved file, without extension. */
    fileName: string;
    /** URL of the full series as CSV; without it the file is made from the table. */
    csvHref?: string;
  },
) {
  const text = useText();
  const [first, last] = spanOf(props.plan) ?? [0, 0];
  const hasLine = first < last;
  const drawn = useRef<SavePicture | null>(null);
  const { id, title, controls, readout, below, columns, rows, fileName, csvHref, ...chart } = props;
  const saveCsv = () => save(`${fileName}.csv`, new Blob([csvOf([columns, ...rows])], { type: 'text/csv' }));
  const savePicture = async (kind: 'png' | 'svg') => {
    const picture = await drawn.current?.(kind);
    const name = kind === 'png' ? fileName : `${fileName}-${Math.floor(Date.now() / 1000)}`;
    if (picture !== undefined) save(`${name}.${kind}`, picture);
  };
  return (
    <Card
      title={title}
      id={id}
      className="chart-card"
      aside={
        <ChartFiles
          csv={csvHref === undefined ? saveCsv : { href: csvHref, fileName: `${fileName}.csv` }}
          onPicture={hasLine && savePicture}
        />
      }
    >
      {controls && (
        <div className={graphsStyles.chartControls} data-part="chart-controls">
          {controls}
        </div>
      )}
      {readout}
      {hasLine ? <Chart {...chart} saveRef={drawn} /> : <p className="quiet">{text('graphs.few')}</p>}
      {below}
      <details className={`${graphsStyles.chartTable} ${foldStyles.fold}`} data-part="chart-table fold">
        <summary>{text('graphs.table')}</summary>
        <TableTwin columns={columns} rows={rows} />
      </details>
    </Card>
  );
}

const maxRows = 60;
const isoTimePattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Shows the newest values as a table; the file has all of them. */
function TableTwin({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly Cell[])[] }) {
  const text = useText();
  const shown = rows.slice(-maxRows).toReversed();
  const timestamp = useTimestamp();
  // the file has ISO times, the table localized ones
  const words = (cell: Cell) =>
    typeof cell === 'string' && isoTimePattern.test(cell) ? timestamp(Date.parse(cell) / 1000, true) : (cell ?? '');
  return (
    <TableScroll label={text('graphs.table')}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={String(row[0])}>
              {row.map((cell, i) => (
                <td key={columns[i]}>{typeof cell === 'number' ? cell.toLocaleString('en') : words(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && <p className="quiet">{text('graphs.tablePart', { count: shown.length })}</p>}
    </TableScroll>
  );
}
