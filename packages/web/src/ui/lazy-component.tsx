import { type ComponentType, createContext, lazy, startTransition, use, useState } from 'react';
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

/** Creates a component whose script is loaded when first shown. On failure there is a message with a retry. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const begin = () => lazy(() => load().catch(() => ({ default: MissingPart })));
  let latest = begin();
  return function Part(props: Props) {
    const [{ Shown }, show] = useState({ Shown: latest });
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
