import { Outlet } from 'react-router';
import texts from '../../../messages/en.json?prose';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

/** Around the pages of sentences: their texts, which no other page shows. */
export default function ProseTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
