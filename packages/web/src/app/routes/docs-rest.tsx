import type { InitData } from '@glassblock/contract';
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { DocsHead } from '../../components/docs/DocsHead.tsx';
import { CopyButton } from '../../components/Hash.tsx';
import { pageKey } from '../../data/load.ts';
import { type ReferenceRoute, reference } from '../../data/reference.server.ts';
import { networkOf } from '../../data/site.ts';
import { useText } from '../../messages/use-text.ts';
import { api, page, prefixOf } from '../../url.ts';
import '../../styles/small-screens.css';

/** The routes, from their declarations. Only the server knows these; the browser is sent what is shown. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { page: view, site } = context.get(pageKey);
  const network = networkOf(site, params['network']);
  if (network === undefined) throw redirect(page.home(''));
  const prefix = prefixOf(network, site.rootNetwork);
  const init = await view.api(api.init(prefix)).then(
    ({ status, body }) => (status === 200 ? (body as InitData) : undefined),
    () => undefined,
  );
  const block = init?.blocks?.at(-1);
  const txid = init?.transactions?.[0]?.txid;
  const values = {
    ...(block && { hash: block.id, height: String(block.height), from: String(block.height) }),
    ...(block && { timestamp: String(block.timestamp), time: String(block.timestamp), to: String(block.height) }),
    ...(txid !== undefined && { txid }),
    index: '0',
    start: '0',
    vout: '0',
    window: '24h',
  };
  const origin = `${view.secure ? 'https' : 'http'}://${new URL(request.url).host}`;
  const base = origin + site.basePath.slice(0, -1);
  return {
    base: base + prefix,
    document: `${base}/api/openapi.json`,
    groups: reference(base + prefix, prefix, values),
  };
}

export const meta = () => [
  { title: 'REST API · Glassblock' },
  { name: 'description', content: 'Every REST route of this explorer: parameters, answers, errors, examples.' },
];

const anchor = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

export default function DocsRestRoute() {
  const text = useText();
  const { base, document, groups } = useLoaderData<typeof loader>();
  return (
    <main className="page docs" id="main">
      <DocsHead tab="rest" />
      <p className="prose">{text('docs.rest.intro')}</p>
      <p className="prose">
        {text('docs.rest.base')} <code className="code">{base}</code>. {text('docs.rest.openapi')}{' '}
        <a href={document}>openapi.json</a>
      </p>
      <div className="docs-frame">
        <nav className="docs-nav" aria-label={text('docs.groups')}>
          <ul>
            {groups.map(({ name, routes }) => (
              <li key={name}>
                <a href={`#${anchor(name)}`}>
                  {name} <small>{routes.length}</small>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="docs-groups">
          {groups.map(({ name, routes }) => (
            <section key={name} aria-labelledby={anchor(name)}>
              <h2 id={anchor(name)}>{name}</h2>
              {routes.map((route) => (
                <Route key={route.id} route={route} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </main>
  );
}

function Route({ route }: { route: ReferenceRoute }) {
  const text = useText();
  const { answer } = route;
  return (
    <details className="docs-route">
      <summary>
        <span className={`badge ${route.method === 'GET' ? 'info' : 'warn'}`}>{route.method}</span>
        <code>{route.path}</code>
        <span className="docs-summary">{route.summary}</span>
      </summary>
      <div className="docs-body" id={route.id}>
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
        <p className="docs-example">
          <code className="code">{route.curl}</code> <CopyButton value={route.curl} />
        </p>
        {route.example !== undefined && (
          <p>
            <a href={route.example}>{text('docs.look')}</a>
          </p>
        )}
      </div>
    </details>
  );
}
