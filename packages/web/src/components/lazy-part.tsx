import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { useText } from '../messages/use-text.ts';

/** Stands where a part should be whose script did not come; the rest of the page is as good as before. */
function MissingPart() {
  const text = useText();
  return (
    <p className="failed" role="status">
      {text('error.part')}
    </p>
  );
}

/** A part of a page whose script is fetched when it is first shown. Without the script there is a sentence instead. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: MissingPart })));
}
