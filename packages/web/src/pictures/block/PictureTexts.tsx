import texts from '../../messages/en.json?picture';
import { MoreTexts } from '../../ui/MoreTexts.tsx';

/** Provides the messages of block pictures and their pages. */
export function PictureTexts({ children }: { children: React.ReactNode }) {
  return <MoreTexts texts={texts}>{children}</MoreTexts>;
}
