import { useMemo } from 'react';
import { createIntl, RawIntlProvider, useIntl } from 'react-intl';
import { Outlet } from 'react-router';
import texts from '../../messages/en.json?tx';

/** Around the transaction screens: the texts that only they show. */
export default function TxTexts() {
  const base = useIntl();
  const intl = useMemo(
    () => createIntl({ locale: base.locale, messages: { ...base.messages, ...texts } as Record<string, string> }),
    [base],
  );
  return (
    <RawIntlProvider value={intl}>
      <Outlet />
    </RawIntlProvider>
  );
}
