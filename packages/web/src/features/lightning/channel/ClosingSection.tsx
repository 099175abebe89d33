import type { ClosingEvidence } from '@glassblock/contract';
import type { ListedTx } from '../../../live/reducers/listed-tx.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { TableScroll } from '../../../ui/TableScroll.tsx';
import { Amount } from '../../../ui/values.tsx';
import styles from '../lightning.module.css';

/** Kinds of spends with a text of their own. */
const kinds = [
  'unspent',
  'unrecognized',
  'to-local-revoked',
  'to-local-delayed',
  'htlc-revoked',
  'htlc-preimage',
  'htlc-timeout',
  'anchor',
  'anchor-swept',
  'to-remote',
  'second-level-revoked',
] as const;
type Kind = (typeof kinds)[number];

const isKind = (name: string): name is Kind => (kinds as readonly string[]).includes(name);
/** Returns the text for how an output was spent. */
export const spendText = (name: string): TextId =>
  isKind(name) ? `lightning.spend.${name}` : 'lightning.spend.unrecognized';

/** Shows why a channel was closed, and how each output of its closing transaction was spent. */
export function ClosingSection({ evidence, tx }: { evidence: ClosingEvidence; tx: ListedTx | undefined }) {
  const text = useText();
  return (
    <Card title={text('lightning.evidence')} id="channel-evidence">
      <p>{text(`lightning.evidence.${evidence.reason}`)}</p>
      {!evidence.resolved && <p className="quiet">{text('lightning.evidence.open')}</p>}
      <TableScroll label={text('lightning.evidence.table')}>
        <table className={styles.plain}>
          <thead>
            <tr>
              <th scope="col">{text('lightning.evidence.output')}</th>
              <th scope="col" className={styles.amountCell}>
                {text('lightning.evidence.value')}
              </th>
              <th scope="col">{text('lightning.evidence.spend')}</th>
            </tr>
          </thead>
          <tbody>
            {evidence.outputs.map((kind, vout) => {
              const value = tx?.vout[vout]?.value;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: an output is identified by its index
                <tr key={vout}>
                  <td className="figure">{vout}</td>
                  <td className={styles.amountCell}>{value === undefined ? '–' : <Amount sats={value} />}</td>
                  <td>{text(spendText(kind))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableScroll>
    </Card>
  );
}
