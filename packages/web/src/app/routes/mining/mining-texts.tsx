import { Outlet } from 'react-router';
import texts from '../../../messages/en.json?mining';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

/** Layout of the mining and graph pages: provides their texts. */
export default function MiningTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
