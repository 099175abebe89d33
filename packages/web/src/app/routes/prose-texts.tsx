import { Outlet } from 'react-router';
import { MoreTexts } from '../../components/MoreTexts.tsx';
import texts from '../../messages/en.json?prose';

/** Around the pages of sentences: their texts, which no other page shows. */
export default function ProseTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
