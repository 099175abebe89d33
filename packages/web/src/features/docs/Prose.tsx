import { type TextId, useText } from '../../messages/use-text.ts';
import pageStyles from '../../ui/page.module.css';
import styles from './docs.module.css';

/** A page of paragraphs with headings. */
export function Prose(props: {
  title: TextId;
  parts: readonly { title: TextId; text: TextId }[];
  children?: React.ReactNode;
}) {
  const text = useText();
  return (
    <main className={`${pageStyles.page} ${styles.prosePage}`} id="main">
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text(props.title)}</h1>
      </div>
      {props.parts.map((part) => (
        <section key={part.title}>
          <h2>{text(part.title)}</h2>
          <p className={styles.prose} data-cy="prose">
            {text(part.text)}
          </p>
        </section>
      ))}
      {props.children}
    </main>
  );
}
