import { useRef } from 'react';
import { Chart, type ChartProps } from '../../chart/Chart.tsx';
import { csvOf, save } from '../../chart/csv.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../Card.tsx';
import { TableScroll } from '../TableScroll.tsx';

type Cell = string | number | null | undefined;

/** A chart with its title, its readout, its files, and the same as a table. */
export function ChartCard(
  props: Omit<ChartProps, 'saveRef'> & {
    id: string;
    title: string;
    /** Beside the title. */
    controls?: React.ReactNode;
    /** What the pointer is at. */
    readout?: React.ReactNode;
    /** Names of the columns, with their units. */
    columns: readonly string[];
    rows: readonly (readonly Cell[])[];
    /** Name of a saved file, without its ending. */
    fileName: string;
  },
) {
  const text = useText();
  const png = useRef<(() => Promise<Blob | undefined>) | null>(null);
  const { id, title, controls, readout, columns, rows, fileName, ...chart } = props;
  const saveCsv = () => save(`${fileName}.csv`, new Blob([csvOf([columns, ...rows])], { type: 'text/csv' }));
  const savePng = async () => {
    const picture = await png.current?.();
    if (picture !== undefined) save(`${fileName}.png`, picture);
  };
  return (
    <Card
      title={title}
      id={id}
      className="chart-card"
      aside={
        <span className="chart-files">
          <button type="button" onClick={saveCsv}>
            CSV
          </button>
          <button type="button" onClick={() => void savePng()}>
            PNG
          </button>
        </span>
      }
    >
      {controls && <div className="chart-controls">{controls}</div>}
      {readout}
      <Chart {...chart} saveRef={png} />
      <details className="chart-table">
        <summary>{text('graphs.table')}</summary>
        <TableTwin columns={columns} rows={rows} />
      </details>
    </Card>
  );
}

const mostRows = 60;

/** The newest values as a table; the file has all of them. */
function TableTwin({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly Cell[])[] }) {
  const text = useText();
  const shown = rows.slice(-mostRows).toReversed();
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
                <td key={columns[i]}>{typeof cell === 'number' ? cell.toLocaleString('en') : (cell ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && <p className="quiet">{text('graphs.tablePart', { count: shown.length })}</p>}
    </TableScroll>
  );
}
