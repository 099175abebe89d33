import { Outlet } from 'react-router';
import labels from '../../../messages/en.json?label';
import texts from '../../../messages/en.json?tx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

const all = { ...texts, ...labels };

/** Layout of the transaction pages: provides their texts. */
export default function TxTexts() {
  return (
    <MoreTexts texts={all}>
      <Outlet />
    </MoreTexts>
  );
}
