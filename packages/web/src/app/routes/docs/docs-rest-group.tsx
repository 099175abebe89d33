// Page `/docs/api/rest/:group`: the REST routes of one group, from the contract.
import { type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { pageKey, servedNetwork } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { examplesOf } from '../../../data/server/examples.server.ts';
import { type ReferenceRoute, referenceGroup, referenceOverview } from '../../../data/server/reference.server.ts';
import { serverApi } from '../../../data/server/server-api.ts';
import { CodeBlock, CodeTabs } from '../../../features/docs/CodeTabs.tsx';
import { DocsFrame } from '../../../features/docs/DocsFrame.tsx';
import { DocsHead } from '../../../features/docs/DocsHead.tsx';
import styles from '../../../features/docs/docs.module.css';
import { restPrograms } from '../../../features/docs/programs.ts';
import { RoutePath } from '../../../features/docs/RoutePath.tsx';
import { useText } from '../../../messages/use-text.ts';
import pageStyles from '../../../ui/page.module.css';
import { page, prefixOf } from '../../../url.ts';

/** Distinct from the ids of routes: one is called `blocks`. */
const headingId = (group: string): string => `group-${group}`;

/** Loads a group of routes from their declarations. Only the server has these; the browser gets the shown group. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { page: view, site } = context.get(pageKey);
  const prefix = prefixOf(servedNetwork({ context, params, request }), site.rootNetwork);
  const examples = await examplesOf(serverApi(view, {}), prefix);
  const origin = `${view.secure ? 'https' : 'http'}://${new URL(request.url).host}`;
  const base = origin + site.basePath.slice(0, -1) + prefix;
  const group = await referenceGroup(params['group'] ?? '', base, prefix, examples, view.api);
  if (group === undefined) throw redirect(page.docs(prefix, 'rest'));
  const links = referenceOverview(prefix).map(({ id, name, routes }) => ({
    id: headingId(id),
    title: name,
    to: page.docsGroup(prefix, id),
    count: routes.length,
  }));
  return { group, links };
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => [
  { title: pageTitle(`${loaderData?.group.name ?? 'REST API'} · REST API`, matches) },
  { name: 'description', content: 'REST API of this explorer: parameters, answers, errors, examples.' },
];

export default function DocsRestGroupRoute() {
  const text = useText();
  const { group, links } = useLoaderData<typeof loader>();
  return (
    <main className={`${pageStyles.page} ${styles.docs}`} id="main">
      <DocsHead tab="rest" />
      <DocsFrame
        label={text('docs.groups')}
        kind="route"
        links={links}
        groups={[
          {
            id: headingId(group.id),
            title: group.name,
            entries: group.routes.map((route) => ({
              id: route.id,
              label: <RoutePath method={route.method} path={route.path} />,
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
          },
        ]}
      />
    </main>
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
      {route.exampleAnswer !== undefined && (
        <>
          <h3>{text('docs.response')}</h3>
          <CodeBlock code={route.exampleAnswer} label={`${text('docs.response')}: ${route.path}`} />
        </>
      )}
      {route.example !== undefined && (
        <p>
          <a href={route.example}>{text('docs.look')}</a>
        </p>
      )}
    </>
  );
}
