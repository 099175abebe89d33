// Page `/status`: the strip of blocks and mempool figures, for wall displays.
import type { MetaArgs } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import { useText } from '../../../messages/use-text.ts';
import styles from './status.module.css';

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Status', matches) },
  { name: 'description', content: 'Block strip and mempool figures for a wall display.' },
];

/** For wall displays: the strip and the figures, nothing else. The frame omits its header here. */
export default function StatusRoute() {
  const text = useText();
  useWant('blocks', 'mempool-blocks', 'stats');
  return (
    <main className={styles.page} id="main">
      <h1 className="off-screen">{text('status.title')}</h1>
      <Strip />
    </main>
  );
}
