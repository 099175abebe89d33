// Page `/docs/api/rest` of a Liquid network: its REST routes.
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { pageKey } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { type LiquidRoute, liquidReference } from '../../../data/server/liquid-reference.server.ts';
import styles from '../../../features/docs/docs.module.css';
import { RoutePath } from '../../../features/docs/RoutePath.tsx';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { useText } from '../../../messages/use-text.ts';
import pageStyles from '../../../ui/page.module.css';

/** Reads the routes from their declarations, which only the server has. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { page: view, site } = context.get(pageKey);
  const origin = `${view.secure ? 'https' : 'http'}://${new URL(request.url).host}`;
  const prefix = site.liquid?.path ?? '';
  return { base: origin + site.basePath.slice(0, -1) + prefix, groups: liquidReference(prefix) };
}

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('REST API', matches) },
  { name: 'description', content: 'REST API of Liquid networks: parameters, answers, errors, examples.' },
];

export default function LiquidDocsRoute() {
  const text = useText();
  const { base, groups } = useLoaderData<typeof loader>();
  return (
    <LiquidPage className={styles.docs}>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('docs.title')}</h1>
      </div>
      <p className={styles.prose}>{text('liquid.docs.intro')}</p>
      <p className={styles.prose}>
        {text('docs.rest.base')} <code className="code">{base}</code>
      </p>
      {groups.map(({ name, routes }) => (
        <section key={name} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>{name}</h2>
          {routes.map((route) => (
            <Route key={route.id} route={route} />
          ))}
        </section>
      ))}
    </LiquidPage>
  );
}

function Route({ route }: { route: LiquidRoute }) {
  return (
    <details className={styles.route} data-part="route" id={route.id}>
      <summary>
        <span className={`badge ${route.method === 'POST' ? 'warn' : 'info'}`}>{route.method}</span>
        <RoutePath method="GET" path={route.path} />
        <span className={styles.summary}>{route.summary}</span>
      </summary>
      <RouteBody route={route} />
    </details>
  );
}

function RouteBody({ route }: { route: LiquidRoute }) {
  const text = useText();
  return (
    <div className={styles.body}>
      {route.parameters.length > 0 && (
        <dl>
          {route.parameters.map(({ name, meaning }) => (
            <div key={name}>
              <dt>
                <code className="code">{name}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      )}
      {route.errors.length > 0 && (
        <ul>
          {route.errors.map(({ status, text: words, meaning }) => (
            <li key={`${status} ${words}`}>
              {status} <code className="code">{words}</code> <span className="quiet">{meaning}</span>
            </li>
          ))}
        </ul>
      )}
      {route.example !== undefined && (
        <>
          <p className="quiet">{text('liquid.docs.example')}</p>
          <pre className="code">{route.example}</pre>
        </>
      )}
    </div>
  );
}
