import { type ComponentType, createContext, lazy, startTransition, use, useState } from 'react';
import { useHydrated } from '../context/clock.ts';
import { useText } from '../messages/use-text.ts';
import failedStyles from './failures/failed.module.css';

const AgainContext = createContext<() => void>(() => undefined);

/** Replaces a component whose script could not be loaded. */
function MissingPart() {
  const text = useText();
  const again = use(AgainContext);
  return (
    <p className={failedStyles.failed} data-part="failed" role="status">
      {text('error.part')}{' '}
      <button type="button" className="link-button" onClick={again}>
        {text('error.retry')}
      </button>
    </p>
  );
}

/** Delay before a script that could not be loaded is requested again, ms. */
const retryMs = 3_000;

/** Loads a script, repeatedly until that succeeds. */
export async function loadUntilAvailable<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

/**
 * Creates a component whose script is loaded when first shown. On failure there is a message with a retry, or, while
 * hydrating, the server's HTML until the script is loaded.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const begin = () => lazy(() => load().catch(() => ({ default: MissingPart })));
  let latest = begin();
  // the part that the server has rendered stays meanwhile: a message in its place would be a hydration error
  const whileHydrating: typeof latest = lazy(async () => {
    const part = await loadUntilAvailable(load);
    latest = whileHydrating;
    return part;
  });
  return function Part(props: Props) {
    const isHydrating = !useHydrated() && typeof document !== 'undefined';
    const [{ Shown }, show] = useState(() => ({ Shown: isHydrating ? whileHydrating : latest }));
    const again = () => {
      latest = begin();
      startTransition(() => show({ Shown: latest }));
    };
    return (
      <AgainContext value={again}>
        <Shown {...props} />
      </AgainContext>
    );
  };
}
