// Page `/about`: data source, limitations, licence and versions.
import { Link, type MetaArgs, useRouteLoaderData } from 'react-router';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import styles from '../../../features/docs/docs.module.css';
import { Prose } from '../../../features/docs/Prose.tsx';
import { useText } from '../../../messages/use-text.ts';
import { page } from '../../../url.ts';
import type { loader as networkLoader } from '../general/network.tsx';

export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('About', matches) }];

const parts = [
  { title: 'about.what', text: 'about.what.text' },
  { title: 'about.source', text: 'about.source.text' },
  { title: 'about.limits', text: 'about.limits.text' },
  { title: 'about.license', text: 'about.license.text' },
] as const;

export default function AboutRoute() {
  const text = useText();
  const { prefix, label } = usePlace();
  const { basePath } = useSite();
  const server = useRouteLoaderData<typeof networkLoader>('network')?.init?.backendInfo;
  const facts = [
    { name: text('about.network'), value: label },
    { name: text('about.version'), value: server?.version },
    { name: text('about.commit'), value: server?.gitCommit },
    { name: text('about.node'), value: server?.coreVersion },
  ].filter(({ value }) => value !== undefined && value !== '');
  return (
    <Prose title="about.title" parts={parts}>
      <dl className={styles.aboutFacts} data-cy="about-facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <nav className={styles.staleMore} data-cy="stale-more" aria-label={text('about.more')}>
        <Link className="button" to={page.docs(prefix, 'rest')} reloadDocument>
          {text('docs.title')}
        </Link>
        <Link className="button" to={page.privacy(prefix)}>
          {text('privacy.title')}
        </Link>
        <Link className="button" to={page.trademark(prefix)}>
          {text('trademark.title')}
        </Link>
        <a className="button" href={page.licences(basePath)}>
          {text('footer.licences')}
        </a>
      </nav>
    </Prose>
  );
}
