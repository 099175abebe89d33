import { Outlet } from 'react-router';
import texts from '../../../messages/en.json?mining';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

/** Around the screens of mining and all graphs: the texts that only they show. */
export default function MiningTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
