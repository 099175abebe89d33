import { Outlet } from 'react-router';
import texts from '../../../messages/en.json?accel';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

/** Layout of the acceleration pages: provides their texts. */
export default function AccelTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
