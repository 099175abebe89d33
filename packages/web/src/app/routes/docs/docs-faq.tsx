// Page `/docs/faq`: questions and answers.
import type { MetaArgs } from 'react-router';
import { pageTitle } from '../../../data/page/page-title.ts';
import { DocsFrame } from '../../../features/docs/DocsFrame.tsx';
import { DocsHead } from '../../../features/docs/DocsHead.tsx';
import styles from '../../../features/docs/docs.module.css';
import { otherNames, questions } from '../../../features/docs/questions.ts';
import texts from '../../../messages/en.json?faq';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Questions', matches) },
  {
    name: 'description',
    content: 'Frequently asked questions about the mempool, fees, and this explorer.',
  },
];

export default function DocsFaqRoute() {
  return (
    <MoreTexts texts={texts}>
      <Questions />
    </MoreTexts>
  );
}

function Questions() {
  const text = useText();
  const groups = questions.map(({ of, ids }) => ({
    id: of,
    title: text(`faq.of.${of}`),
    entries: ids.map((id) => {
      const question = text(`faq.${id}.q`);
      const answer = text(`faq.${id}.a`);
      return {
        id,
        also: otherNames[id] ?? [],
        label: question,
        words: `${question} ${answer}`,
        summary: <h3>{question}</h3>,
        body: answer.split('\n\n').map((part) => (
          <p className={styles.prose} data-cy="prose" key={part}>
            {part}
          </p>
        )),
      };
    }),
  }));
  return (
    <main className={`${pageStyles.page} ${styles.docs}`} id="main">
      <DocsHead tab="faq" />
      <p className={`${bannerStyles.banner} warn ${styles.prose}`} data-part="banner" data-cy="prose">
        {text('faq.lead')}
      </p>
      <DocsFrame label={text('faq.title')} groups={groups} kind="question" />
    </main>
  );
}
