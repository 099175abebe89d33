// Page `/settings`: the settings form, also without JavaScript.
import { type LoaderFunctionArgs, type MetaArgs, redirect } from 'react-router';
import { pageKey } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { preferenceCookie, readForm, readPreferences } from '../../../data/preferences.ts';
import { networkOf, pagePrefix } from '../../../data/site/site.ts';
import SettingsForm from '../../../features/settings/SettingsForm.tsx';
import styles from '../../../features/settings/settings.module.css';
import { useText } from '../../../messages/use-text.ts';
import pageStyles from '../../../ui/page.module.css';
import { page } from '../../../url.ts';

const switches = ['sounds', 'hide'];

/** Stores submitted form values in the cookie, for visitors without JavaScript. */
export function loader({ context, params, request }: LoaderFunctionArgs) {
  const { site } = context.get(pageKey);
  const query = new URL(request.url).searchParams;
  if (query.size === 0) return null;
  // An unchecked switch sends nothing.
  for (const name of switches) if (query.has(`${name}-asked`) && !query.has(name)) query.set(name, 'false');
  const chosen = { ...readPreferences(request.headers.get('cookie')), ...readForm(query) };
  if (query.get('theme') === '') delete chosen.theme;
  const network = networkOf(site, params['network']) ?? site.rootNetwork;
  return redirect(page.settings(pagePrefix(site, network)), {
    headers: { 'set-cookie': preferenceCookie(chosen, site.basePath) },
  });
}

/** With JavaScript the form itself stores the settings. React Router's data request would look like a submission. */
export const clientLoader = () => null;

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Settings', matches) },
  { name: 'robots', content: 'noindex' },
];

export default function SettingsRoute() {
  const text = useText();
  return (
    <main className={`${pageStyles.page} ${styles.page}`} data-cy="settings-page" id="main">
      <h1>{text('header.settings')}</h1>
      <SettingsForm />
    </main>
  );
}
