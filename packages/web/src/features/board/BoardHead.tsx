import { Link } from 'react-router';
import { useSite } from '../../context/site-context.ts';
import { boardPage } from '../../data/watched/watched-url.ts';
import { useText } from '../../messages/use-text.ts';
import styles from './board.module.css';

/** Shows the title of a board, and links to the other boards of the site. */
export function BoardHead({ board }: { board: { name: string; title: string } }) {
  const text = useText();
  const { links = [] } = useSite();
  const own = boardPage(board.name);
  const pages = links.filter(({ path }) => path.startsWith(boardPage('')));
  return (
    <div className={styles.head}>
      <h1>{board.title}</h1>
      {pages.length > 1 && (
        <nav aria-label={text('board.others')}>
          {pages.map(({ path, title }) => (
            <Link
              key={path}
              to={path}
              {...(path === own && { className: styles.current, 'aria-current': 'page' as const })}
            >
              {title}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
