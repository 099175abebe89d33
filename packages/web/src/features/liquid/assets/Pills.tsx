import { Link } from 'react-router';
import styles from './assets.module.css';

/** Shows the tabs of a page as links. */
export function Pills<T extends string>(props: {
  label: string;
  tabs: readonly { id: T; label: string; to: string }[];
  current: T | undefined;
}) {
  return (
    <nav className={styles.pills} aria-label={props.label}>
      {props.tabs.map(({ id, label, to }) => (
        <Link key={id} to={to} aria-current={id === props.current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
