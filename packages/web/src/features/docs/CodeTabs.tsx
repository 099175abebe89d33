import { useHydrated } from '../../context/clock.ts';
import { useText } from '../../messages/use-text.ts';
import { CopyButton } from '../../ui/Hash.tsx';
import { useCodeLanguage } from './code-language.ts';
import styles from './docs.module.css';
import type { Program } from './programs.ts';

/** New tab position by key. */
const steps: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Shows one example in several languages as tabs; without scripts, the first.
 * @param id unique on the page
 */
export function CodeTabs({ id, programs }: { id: string; programs: readonly Program[] }) {
  const text = useText();
  const [language, choose] = useCodeLanguage();
  const shown = programs.find((program) => program.language === language) ?? programs[0];
  if (shown === undefined) return null;
  const move = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const next = steps[event.key]?.(programs.indexOf(shown), programs.length);
    const program = next === undefined ? undefined : programs[next];
    if (program === undefined) return;
    event.preventDefault();
    choose(program.language);
    event.currentTarget.querySelector<HTMLElement>(`#${id}-${program.language}`)?.focus();
  };
  return (
    <div className={styles.codeTabs}>
      <div className={styles.codeHead} data-cy="code-head">
        <div role="tablist" aria-label={text('docs.languages')} className="js-only" onKeyDown={move}>
          {programs.map((program) => (
            <button
              key={program.language}
              id={`${id}-${program.language}`}
              type="button"
              role="tab"
              aria-selected={program === shown}
              aria-controls={`${id}-code`}
              tabIndex={program === shown ? 0 : -1}
              onClick={() => choose(program.language)}
            >
              {program.title}
            </button>
          ))}
        </div>
        <Copy code={shown.code} />
      </div>
      <CodeScroll code={shown.code} id={`${id}-code`} role="tabpanel" aria-labelledby={`${id}-${shown.language}`} />
    </div>
  );
}

/** The copy button, which needs scripts: up to forty of them would be a tenth of the HTML of a page. */
function Copy({ code }: { code: string }) {
  return useHydrated() && <CopyButton value={code} />;
}

/** A scrollable code block that can be focused. */
function CodeScroll({ code, ...named }: { code: string } & React.ComponentProps<'section'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable
    <section className={styles.codeScroll} tabIndex={0} {...named}>
      <pre>
        <code>{code}</code>
      </pre>
    </section>
  );
}

/** A block of text, such as an answer, with a copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className={styles.codeTabs}>
      <div className={styles.codeHead} data-cy="code-head">
        <span className="quiet">JSON</span>
        <Copy code={code} />
      </div>
      <CodeScroll code={code} aria-label={label} />
    </div>
  );
}
