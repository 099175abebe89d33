import { Outlet } from 'react-router';
import { useSite } from '../../../context/site-context.ts';
import texts from '../../../messages/en.json?account';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

/** Layout of the account pages: provides their texts. Servers without services have none of them. */
export default function AccountTexts() {
  const { accounts } = useSite();
  if (accounts === undefined) return <PageUnavailable />;
  return (
    <MoreTexts texts={texts}>
      <Outlet />
    </MoreTexts>
  );
}
