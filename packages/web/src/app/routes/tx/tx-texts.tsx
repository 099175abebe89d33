import { Outlet } from 'react-router';
import labels from '../../../messages/en.json?label';
import texts from '../../../messages/en.json?tx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

const all = { ...texts, ...labels };

/** Around the transaction screens: the texts that only they show. */
export default function TxTexts() {
  return (
    <MoreTexts texts={all}>
      <Outlet />
    </MoreTexts>
  );
}
