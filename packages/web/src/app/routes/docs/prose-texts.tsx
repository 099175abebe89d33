import { Outlet } from 'react-router';
import texts from '../../../messages/en.json?prose';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

/** Layout of the text pages: provides their texts. */
export default function ProseTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
