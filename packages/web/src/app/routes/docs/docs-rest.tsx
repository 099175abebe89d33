// Page `/docs/api/rest`: the overview of the REST routes.
import { useEffect } from 'react';
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { pageKey, servedNetwork } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { referenceOverview } from '../../../data/server/reference.server.ts';
import { DocsHead } from '../../../features/docs/DocsHead.tsx';
import styles from '../../../features/docs/docs.module.css';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import pageStyles from '../../../ui/page.module.css';
import { page, prefixOf } from '../../../url.ts';

/** Loads the names of the routes from their declarations, which only the server has. */
export function loader({ context, params, request }: LoaderFunctionArgs) {
  const { page: view, site } = context.get(pageKey);
  const prefix = prefixOf(servedNetwork({ context, params, request }), site.rootNetwork);
  const origin = `${view.secure ? 'https' : 'http'}://${new URL(request.url).host}`;
  const base = origin + site.basePath.slice(0, -1);
  return { base: base + prefix, document: `${base}/api/openapi.json`, groups: referenceOverview(prefix) };
}

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('REST API', matches) },
  { name: 'description', content: 'REST API of this explorer: parameters, answers, errors, examples.' },
];

/** The groups of REST routes; each has a page. A fragment with the id of a route opens the page of its group. */
export default function DocsRestRoute() {
  const text = useText();
  const { base, document, groups } = useLoaderData<typeof loader>();
  const { prefix } = usePlace();
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location key changes when a link to the current fragment is followed
  useEffect(() => {
    const id = hash.slice(1);
    const group = groups.find(({ routes }) => routes.some((route) => route.id === id));
    if (group !== undefined) void navigate(`${page.docsGroup(prefix, group.id)}#${id}`, { replace: true });
  }, [hash, key, groups, prefix, navigate]);
  return (
    <main className={`${pageStyles.page} ${styles.docs}`} id="main">
      <DocsHead tab="rest" />
      <p className={styles.prose} data-cy="prose">
        {text('docs.rest.intro')}
      </p>
      <p className={styles.prose} data-cy="prose">
        {text('docs.rest.base')} <code className="code">{base}</code>. {text('docs.rest.openapi')}{' '}
        <a href={document}>openapi.json</a>
      </p>
      <div className={styles.overview} data-cy="docs-overview">
        {groups.map(({ id, name, routes }) => (
          <section key={id} className={cardStyles.card} aria-labelledby={`group-${id}`}>
            <h2 id={`group-${id}`}>
              <Link to={page.docsGroup(prefix, id)}>{name}</Link>
            </h2>
            <ul>
              {routes.map((route) => (
                <li key={route.id}>
                  <Link to={`${page.docsGroup(prefix, id)}#${route.id}`}>
                    <code>
                      {route.method === 'POST' && <b>POST </b>}
                      {route.path}
                    </code>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </main>
  );
}
