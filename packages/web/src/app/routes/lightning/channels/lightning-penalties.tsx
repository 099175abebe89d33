// Page `/lightning/penalties`: channels that were closed with a penalty.
import type { PenaltyRow } from '@glassblock/contract';
import { useState } from 'react';
import { Link, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageCount, pageNumber } from '../../../../data/page/page-number.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import { PenaltyDetails } from '../../../../features/lightning/channel/PenaltyDetails.tsx';
import { ChannelCells, ChannelHeadings } from '../../../../features/lightning/channel-cells.tsx';
import styles from '../../../../features/lightning/lightning.module.css';
import { CsvLink, NodeLink } from '../../../../features/lightning/lightning-figures.tsx';
import { lightningApi, lightningPage } from '../../../../features/lightning/lightning-url.ts';
import { useText } from '../../../../messages/use-text.ts';
import cardStyles from '../../../../ui/card.module.css';
import { Failed } from '../../../../ui/failures/Failed.tsx';
import { Hash } from '../../../../ui/Hash.tsx';
import listStyles from '../../../../ui/list.module.css';
import { Pager } from '../../../../ui/Pager.tsx';
import pageStyles from '../../../../ui/page.module.css';
import { Moment } from '../../../../ui/values.tsx';
import { page } from '../../../../url.ts';

/** Fields of a row. */
type Row = Pick<
  PenaltyRow,
  'short_id' | 'capacity' | 'closing_date' | 'transaction_id' | 'closing_transaction_id' | 'alias_left' | 'alias_right'
> & { left: string; right: string };

interface Data {
  rows: Part<Row[]>;
  total: number;
  pageNumber: number;
}

const pageRows = 25;

/** Loads a page of the penalties: `?page=`. */
async function load({ api: ask, prefix, query }: LoadKit): Promise<Loaded<Data>> {
  const number = pageNumber(query.get('page'));
  const { body, problem } = partOf(await ask.get<PenaltyRow[]>(lightningApi.penalties(prefix), 'once'));
  const last = body === undefined ? number : pageCount(body.length, pageRows);
  if (number > last) throw redirect(lightningPage.penalties(prefix, last));
  const rows = body?.slice(pageRows * (number - 1), pageRows * number).map(
    (row): Row => ({
      short_id: row.short_id,
      capacity: row.capacity,
      closing_date: row.closing_date,
      transaction_id: row.transaction_id,
      closing_transaction_id: row.closing_transaction_id,
      alias_left: row.alias_left,
      alias_right: row.alias_right,
      left: row.node1_public_key,
      right: row.node2_public_key,
    }),
  );
  return {
    page: { rows: { body: rows, problem }, total: body?.length ?? 0, pageNumber: number },
    ...(problem && { status: problem.status || 503 }),
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Lightning penalties', matches) }];

export default function LightningPenaltiesRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { rows, total, pageNumber } = useLoaderData<typeof loader>();
  return (
    <main className={pageStyles.page} id="main">
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('lightning.penalties')}</h1>
        <span className={styles.links}>
          <Link to={page.lightning(prefix)} className="more">
            {text('lightning.title')}
          </Link>
          <CsvLink source={lightningApi.penalties(prefix)} />
        </span>
      </div>
      <p className={`${pageStyles.pageIntro} quiet`}>{text('lightning.penalties.intro')}</p>
      <section className={cardStyles.card} data-part="card" aria-label={text('lightning.penalties')}>
        {rows.problem && <Failed problem={rows.problem} />}
        {rows.body?.length === 0 && <p className="quiet">{text('lightning.penalties.none')}</p>}
        {rows.body !== undefined && rows.body.length > 0 && <Penalties rows={rows.body} />}
        <Pager
          current={pageNumber}
          last={Math.ceil(total / pageRows)}
          to={(target) => lightningPage.penalties(prefix, target)}
        />
      </section>
    </main>
  );
}

function Penalties({ rows }: { rows: readonly Row[] }) {
  const text = useText();
  const { prefix } = usePlace();
  const [opened, setOpened] = useState<string>();
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${styles.channelTable} ${styles.wideStart}`}
      data-part="list stacking"
    >
      <thead>
        <tr>
          <th scope="col">{text('lightning.closingDate')}</th>
          <th scope="col">{text('lightning.nodes')}</th>
          <th scope="col">{text('lightning.closing')}</th>
          <ChannelHeadings />
          <th scope="col" className={`${listStyles.number} js-only`}>
            <span className="sr-only">{text('lightning.details')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row) => {
          const isOpen = opened === row.short_id;
          const cells = (
            <tr key={row.short_id}>
              <td data-label={text('lightning.closingDate')}>
                <Moment time={Date.parse(row.closing_date) / 1000} withAge={false} />
              </td>
              <td data-label={text('lightning.nodes')} className={`${styles.nameCell} ${styles.names}`}>
                <NodeLink publicKey={row.left} alias={row.alias_left} />
                <span className="quiet"> – </span>
                <NodeLink publicKey={row.right} alias={row.alias_right} />
              </td>
              <td data-label={text('lightning.closing')} className={styles.hashCell}>
                <Hash value={row.closing_transaction_id} to={page.tx(prefix, row.closing_transaction_id)} tail={8} />
              </td>
              <ChannelCells channel={row} />
              <td className={`${listStyles.number} js-only`}>
                <button
                  type="button"
                  className="link-button"
                  aria-expanded={isOpen}
                  aria-label={text('lightning.penalties.detailsOf', { id: row.short_id })}
                  onClick={() => setOpened(isOpen ? undefined : row.short_id)}
                >
                  {text('lightning.details')}
                </button>
              </td>
            </tr>
          );
          if (!isOpen) return [cells];
          return [
            cells,
            <tr key={`${row.short_id} details`} className={styles.detailsRow}>
              <td colSpan={6}>
                <PenaltyDetails opening={row.transaction_id} closing={row.closing_transaction_id} />
              </td>
            </tr>,
          ];
        })}
      </tbody>
    </table>
  );
}
