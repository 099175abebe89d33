import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { pageKey } from '../../../data/load.ts';
import { examplesOf } from '../../../data/server/examples.server.ts';
import { type ReferenceRoute, reference } from '../../../data/server/reference.server.ts';
import { serverApi } from '../../../data/server/server-api.ts';
import { networkOf } from '../../../data/site/site.ts';
import { CodeTabs } from '../../../features/docs/CodeTabs.tsx';
import { DocsFrame } from '../../../features/docs/DocsFrame.tsx';
import { DocsHead } from '../../../features/docs/DocsHead.tsx';
import styles from '../../../features/docs/docs.module.css';
import { restPrograms } from '../../../features/docs/programs.ts';
import { useText } from '../../../messages/use-text.ts';
import pageStyles from '../../../ui/page.module.css';
import { page, prefixOf } from '../../../url.ts';

/** Loads the routes from their declarations. Only the server has these; the browser gets what is shown. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { page: view, site } = context.get(pageKey);
  const network = networkOf(site, params['network']);
  if (network === undefined) throw redirect(page.home(''));
  const prefix = prefixOf(network, site.rootNetwork);
  const examples = await examplesOf(serverApi(view, {}), prefix);
  const origin = `${view.secure ? 'https' : 'http'}://${new URL(request.url).host}`;
  const base = origin + site.basePath.slice(0, -1);
  return {
    base: base + prefix,
    document: `${base}/api/openapi.json`,
    groups: reference(base + prefix, prefix, examples),
  };
}

export const meta = () => [
  { title: 'REST API · Glassblock' },
  { name: 'description', content: 'REST API of this explorer: parameters, answers, errors, examples.' },
];

export default function DocsRestRoute() {
  const text = useText();
  const { base, document, groups } = useLoaderData<typeof loader>();
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
      <DocsFrame
        label={text('docs.groups')}
        kind="route"
        groups={groups.map(({ id, name, routes }) => ({
          id,
          title: name,
          entries: routes.map((route) => ({
            id: route.id,
            label: <RouteLabel route={route} />,
            words: `${route.method} ${route.path} ${route.summary}`,
            summary: (
              <>
                <span className={`badge ${route.method === 'GET' ? 'info' : 'warn'}`}>{route.method}</span>
                <code>{route.path}</code>
                <span className={styles.summary}>{route.summary}</span>
              </>
            ),
            body: <Route route={route} />,
          })),
        }))}
      />
    </main>
  );
}

/** The path without the common prefix, with break opportunities. */
function RouteLabel({ route: { method, path } }: { route: ReferenceRoute }) {
  const parts = path.replace(/^.*?\/api\//, '').split('/');
  return (
    <code>
      {method === 'POST' && <b>POST </b>}
      {parts.map((part, place) => (
        <span key={parts.slice(0, place + 1).join('/')}>
          {place > 0 && '/'}
          <wbr />
          {part}
        </span>
      ))}
    </code>
  );
}

function Route({ route }: { route: ReferenceRoute }) {
  const text = useText();
  const { answer } = route;
  return (
    <>
      {route.also !== undefined && (
        <p>
          {text('docs.also')} <code className="code">{route.also}</code>
        </p>
      )}
      {(route.parameters.length > 0 || route.body !== undefined) && (
        <>
          <h3>{text('docs.parameters')}</h3>
          <dl>
            {route.parameters.map(({ name, meaning, where }) => (
              <div key={name}>
                <dt>
                  <code className="code">{name}</code> <small>{text(`docs.in.${where}`)}</small>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
            {route.body !== undefined && (
              <div>
                <dt>{text('docs.body')}</dt>
                <dd>{route.body}</dd>
              </div>
            )}
          </dl>
        </>
      )}
      <h3>{text('docs.answer')}</h3>
      <p>
        {answer.isList ? text('docs.list', { type: answer.type }) : answer.type}
        {answer.fields.length > 0 && (
          <>
            {': '}
            <code className="code">{answer.fields.join(', ')}</code>
          </>
        )}
      </p>
      {route.errors.length > 0 && (
        <>
          <h3>{text('docs.errors')}</h3>
          <dl>
            {route.errors.map((error) => (
              <div key={`${error.status} ${error.text} ${error.meaning}`}>
                <dt>
                  <b>{error.status}</b> <code className="code">{error.text}</code>
                </dt>
                <dd>{error.meaning}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h3>{text('docs.example')}</h3>
      <CodeTabs id={route.id} programs={restPrograms(route.request)} />
      {route.example !== undefined && (
        <p>
          <a href={route.example}>{text('docs.look')}</a>
        </p>
      )}
    </>
  );
}
