import type { Outspend, Tx } from '@glassblock/contract';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../messages/use-text.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import pageStyles from '../../../ui/page.module.css';
import txStyles from '../tx.module.css';
import { InOut } from './InOut.tsx';

/** Shows inputs and outputs, with scripts if the URL selects them. */
export function InOutSection({ tx, outspends }: { tx: Tx; outspends: readonly Outspend[] }) {
  const text = useText();
  const scripts = useSearchParams()[0].get('showDetails') === 'true';
  const { changed } = useQuery();
  return (
    <section className={txStyles.txSection} aria-labelledby="io-title">
      <div className={pageStyles.sectionHead} data-part="section-head">
        <h2 className={pageStyles.sectionTitle} data-part="section-title" id="io-title">
          {text('tx.inputsOutputs')}
        </h2>
        <Link
          className={`button btn btn-outline-info ${txStyles.btnOutlineInfo}`}
          to={changed({ showDetails: scripts ? undefined : 'true' })}
          replace
          preventScrollReset
          aria-pressed={scripts}
          role="button"
        >
          {text('tx.details')}
        </Link>
      </div>
      <InOut tx={tx} outspends={outspends} scripts={scripts} />
    </section>
  );
}
