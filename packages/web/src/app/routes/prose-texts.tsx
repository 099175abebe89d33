import { useMemo } from 'react';
import { createIntl, RawIntlProvider, useIntl } from 'react-intl';
import { Outlet } from 'react-router';
import texts from '../../messages/en.json?prose';

/** Around the pages of sentences: their texts, which no other page shows. */
export default function ProseTexts() {
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
