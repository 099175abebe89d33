// Pages `/terms-of-service`, `/privacy-policy` and `/trademark-policy`.
import { type MetaArgs, useLocation } from 'react-router';
import { useSite } from '../../../context/site-context.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import styles from '../../../features/docs/docs.module.css';
import { Prose } from '../../../features/docs/Prose.tsx';
import { type TextId, useText } from '../../../messages/use-text.ts';
import { page } from '../../../url.ts';

/** A legal page: the titles of its parts. The text of each has the title's name with `.text`. */
interface Legal {
  title: string;
  name: 'terms' | 'privacy' | 'trademark';
  parts: readonly (readonly [title: TextId, text: TextId])[];
}

/** By the last path segment. */
const pages = {
  'terms-of-service': {
    title: 'Terms of service',
    name: 'terms',
    parts: [
      ['terms.free', 'terms.free.text'],
      ['terms.warranty', 'terms.warranty.text'],
      ['terms.liability', 'terms.liability.text'],
      ['terms.advice', 'terms.advice.text'],
      ['terms.fair', 'terms.fair.text'],
    ],
  },
  'privacy-policy': {
    title: 'Privacy policy',
    name: 'privacy',
    parts: [
      ['privacy.sees', 'privacy.sees.text'],
      ['privacy.stored', 'privacy.stored.text'],
      ['privacy.outside', 'privacy.outside.text'],
      ['privacy.sent', 'privacy.sent.text'],
      ['privacy.own', 'privacy.own.text'],
    ],
  },
  'trademark-policy': {
    title: 'Trademark policy',
    name: 'trademark',
    parts: [
      ['trademark.own', 'trademark.own.text'],
      ['trademark.forks', 'trademark.forks.text'],
      ['trademark.others', 'trademark.others.text'],
      ['trademark.names', 'trademark.names.text'],
    ],
  },
} as const satisfies Record<string, Legal>;

/** The page of a path, case-insensitive. */
function legalOf(path: string): Legal {
  const [, last = ''] = /([^/]+)\/?$/.exec(path.toLowerCase()) ?? [];
  return Object.entries(pages).find(([name]) => name === last)?.[1] ?? pages['terms-of-service'];
}

export const meta = ({ location, matches }: MetaArgs) => [
  { title: pageTitle(legalOf(location.pathname).title, matches) },
];

export default function LegalRoute() {
  const text = useText();
  const { basePath } = useSite();
  const { name, parts } = legalOf(useLocation().pathname);
  return (
    <Prose title={`${name}.title`} parts={parts.map(([title, words]) => ({ title, text: words }))}>
      {name === 'trademark' && (
        <p className={`${styles.prose} ${styles.legalMore}`} data-cy="prose">
          {text('trademark.licences')} <a href={page.licences(basePath)}>{text('footer.licences')}</a>
        </p>
      )}
    </Prose>
  );
}
