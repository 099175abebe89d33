import { Outlet } from 'react-router';
import { MoreTexts } from '../../components/MoreTexts.tsx';
import texts from '../../messages/en.json?mining';

/** Around the screens of mining and all graphs: the texts that only they show. */
export default function MiningTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
