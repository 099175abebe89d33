import { useEffect } from 'react';
import { DocsHead } from '../../components/docs/DocsHead.tsx';
import { questions } from '../../components/docs/questions.ts';
import { MoreTexts } from '../../components/MoreTexts.tsx';
import texts from '../../messages/en.json?faq';
import { useText } from '../../messages/use-text.ts';
import '../../styles/small-screens.css';

export const meta = () => [
  { title: 'Questions · Glassblock' },
  {
    name: 'description',
    content: 'What a mempool is, why a transaction waits, what fees mean, and how to use this explorer.',
  },
];

export default function DocsFaqRoute() {
  return (
    <MoreTexts texts={texts}>
      <Questions />
    </MoreTexts>
  );
}

/** Opens the question that the address names, and scrolls to it. */
function openNamed(): void {
  const named = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  named.scrollIntoView({ block: 'start' });
}

function Questions() {
  const text = useText();
  useEffect(() => {
    openNamed();
    window.addEventListener('hashchange', openNamed);
    return () => window.removeEventListener('hashchange', openNamed);
  }, []);
  return (
    <main className="page docs" id="main">
      <DocsHead tab="faq" />
      <p className="banner warn prose">{text('faq.lead')}</p>
      <div className="docs-frame">
        <nav className="docs-nav" aria-label={text('faq.title')}>
          <ul>
            {questions.map(({ of }) => (
              <li key={of}>
                <a href={`#${of}`}>{text(`faq.of.${of}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="docs-groups">
          {questions.map(({ of, ids }) => (
            <section key={of}>
              <h2 id={of}>{text(`faq.of.${of}`)}</h2>
              {ids.map((id) => (
                <details
                  key={id}
                  id={id}
                  className="question"
                  onToggle={({ currentTarget }) => {
                    if (currentTarget.open) window.history.replaceState(window.history.state, '', `#${id}`);
                  }}
                >
                  <summary>
                    <h3>{text(`faq.${id}.q`)}</h3>
                  </summary>
                  {text(`faq.${id}.a`)
                    .split('\n\n')
                    .map((part) => (
                      <p className="prose" key={part}>
                        {part}
                      </p>
                    ))}
                </details>
              ))}
            </section>
          ))}
        </div>
      </div>
    </main>
  );
}
