import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import type { ProofRecord } from '../../data/operator/proof-rows.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import { Moment } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import styles from './operator.module.css';

/** Lists documents with the block that proves their age. @param isShort without hash and verification */
export function ProofTable({ rows, isShort = false }: { rows: readonly ProofRecord[]; isShort?: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  const labels = {
    file: text('proofs.file'),
    hash: text('proofs.hash'),
    verified: text('proofs.verified'),
    block: text('proofs.block'),
    time: text('proofs.time'),
    proof: text('proofs.proof'),
  };
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy} ${styles.table} ${styles.proofs}`}
      data-part="list stacking"
      data-cy="proofs"
    >
      <thead>
        <tr>
          <th scope="col">{labels.file}</th>
          {!isShort && (
            <>
              <th scope="col">{labels.hash}</th>
              <th scope="col">{labels.verified}</th>
            </>
          )}
          <th scope="col" className={listStyles.number}>
            {labels.block}
          </th>
          <th scope="col">{labels.time}</th>
          <th scope="col">{labels.proof}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = escapeInvisible(row.file_name);
          return (
            <tr key={`${row.sha256} ${row.file_name} ${row.block_hash}`}>
              <td data-label={labels.file} className={`${styles.file} ${styles.whole}`}>
                <bdi title={name}>{name}</bdi>
              </td>
              {!isShort && (
                <>
                  <td data-label={labels.hash} className={styles.whole}>
                    <Hash value={row.sha256} copy />
                  </td>
                  <td data-label={labels.verified} className={styles.file}>
                    <bdi>{escapeInvisible(row.ots_verification)}</bdi>
                  </td>
                </>
              )}
              <td data-label={labels.block} className={listStyles.number}>
                <Link className="figure" to={page.block(prefix, row.block_hash)}>
                  {count(row.block_height)}
                </Link>
              </td>
              <td data-label={labels.time} className={styles.whole}>
                <Moment time={row.block_time} withAge={false} withSeconds={false} />
              </td>
              <td data-label={labels.proof}>
                <a
                  href={row.simpleproof_url}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={text('proofs.openOf', { name })}
                >
                  {text('proofs.open')}
                </a>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
