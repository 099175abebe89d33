import { Outlet } from 'react-router';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { hasLightning } from '../../../data/site/site.ts';
import texts from '../../../messages/en.json?lightning';
import { MessagePage } from '../../../ui/failures/MessagePage.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';

/** Layout of the Lightning pages: provides their texts, and a message where there is no graph. */
export default function LightningTexts() {
  const { network, label } = usePlace();
  const site = useSite();
  return (
    <MoreTexts texts={texts}>
      {hasLightning(site, network) ? (
        <Outlet />
      ) : (
        <main className={pageStyles.page} id="main">
          <MessagePage title="lightning.off.title" text="lightning.off.text" values={{ network: label }} home />
        </main>
      )}
    </MoreTexts>
  );
}
