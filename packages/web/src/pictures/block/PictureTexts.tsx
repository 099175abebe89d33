import texts from '../../messages/en.json?picture';
import { MoreTexts } from '../../ui/MoreTexts.tsx';

/** Around pictures of blocks and their pages: the texts that only they show. */
export function PictureTexts({ children }: { children: React.ReactNode }) {
  return <MoreTexts texts={texts}>{children}</MoreTexts>;
}
