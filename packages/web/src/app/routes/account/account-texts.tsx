import { Outlet } from 'react-router';
import { useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import texts from '../../../messages/en.json?account';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';

const load = async ({ site }: LoadKit): Promise<Loaded<object>> => ({
  page: {},
  ...(site.accounts === undefined && { status: 404 }),
});

/** Checks on the server that the site has accounts. */
export const loader = onServer(load);
/** The same in the browser. */
export const clientLoader = inBrowser(load);

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
