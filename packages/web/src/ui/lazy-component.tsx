import { type ComponentType, createContext, lazy, startTransition, use, useState } from 'react';
import { useText } from '../messages/use-text.ts';

const AgainContext = createContext<() => void>(() => undefined);

/** Stands where a part should be whose script did not come; the rest of the page is as good as before. */
function MissingPart() {
  const text = useText();
  const again = use(AgainContext);
  return (
    <p className="failed" role="status">
      {text('error.part')}{' '}
      <button type="button" className="link-button" onClick={again}>
        {text('mining.again')}
      </button>
    </p>
  );
}

/** A part of a page whose script is fetched when it is first shown. Without the script there is a sentence instead, which
 *  asks for it again. */
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
