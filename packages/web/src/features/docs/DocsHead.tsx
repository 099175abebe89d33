import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import pageStyles from '../../ui/page.module.css';
import { page } from '../../url.ts';
import styles from './docs.module.css';

/** Title and tabs of the documentation. */
export function DocsHead({ tab }: { tab: 'faq' | 'rest' | 'websocket' }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <div className={`title-block ${pageStyles.titleBlock}`}>
      <h1>{text('docs.title')}</h1>
      <nav className={styles.tabs} data-cy="docs-tabs" aria-label={text('docs.title')}>
        {(['faq', 'rest', 'websocket'] as const).map((each) => (
          <Link key={each} to={page.docs(prefix, each)} aria-current={each === tab ? 'page' : undefined} reloadDocument>
            {text(`docs.tab.${each}`)}
          </Link>
        ))}
      </nav>
    </div>
  );
}
