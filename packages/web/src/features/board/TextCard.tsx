import type { WidgetOf } from '@glassblock/contract';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import styles from './board.module.css';

/** Shows paragraphs and links of the operator. */
export function TextCard({ id, widget }: { id: string; widget: WidgetOf<'text'> }) {
  const text = useText();
  const content = (
    <div className={styles.text}>
      {widget.text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {widget.links.length > 0 && (
        <ul>
          {widget.links.map(({ label, url }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                {label} <span className="sr-only">{text('board.newTab')}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
  return widget.title === undefined ? (
    <div className={cardStyles.card} data-part="card">
      {content}
    </div>
  ) : (
    <Card id={id} title={widget.title}>
      {content}
    </Card>
  );
}
