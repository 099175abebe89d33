import texts from '../../messages/en.json?next';
import { MoreTexts } from '../../ui/MoreTexts.tsx';

/** Provides the messages of the next block's picture, without those of its tooltip. */
export function NextTexts({ children }: { children: React.ReactNode }) {
  return <MoreTexts texts={texts}>{children}</MoreTexts>;
}
