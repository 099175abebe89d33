import { Outlet } from 'react-router';
import { MoreTexts } from '../../components/MoreTexts.tsx';
import texts from '../../messages/en.json?tx';

/** Around the transaction screens: the texts that only they show. */
export default function TxTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
