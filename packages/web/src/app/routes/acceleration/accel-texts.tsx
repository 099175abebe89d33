import { Outlet } from 'react-router';
import texts from '../../../messages/en.json?accel';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

/** Around the screens of accelerations: the texts that only they show. */
export default function AccelTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
