import { Outlet } from 'react-router';
import { MoreTexts } from '../../components/MoreTexts.tsx';
import texts from '../../messages/en.json?accel';

/** Around the screens of accelerations: the texts that only they show. */
export default function AccelTexts() {
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
