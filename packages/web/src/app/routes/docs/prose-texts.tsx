import { Outlet } from 'react-router';
import texts from '../../../messages/en.json?prose';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

/** These pages scroll to their anchors. */
export const handle = { anchors: true };

/** Without the root's policy that loads at the top. */
export const headers = () => ({});

/** Layout of the text pages: provides their texts. */
export default function ProseTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
