import texts from '../../messages/en.json?picture';
import { MoreTexts } from '../../ui/MoreTexts.tsx';
import { NextTexts } from './NextTexts.tsx';

/** Provides the messages of block pictures and their pages. */
export function PictureTexts({ children }: { children: React.ReactNode }) {
  return (
    <NextTexts>
      <MoreTexts texts={texts}>{children}</MoreTexts>
    </NextTexts>
  );
}
