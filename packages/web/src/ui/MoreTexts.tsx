import { useMemo } from 'react';
import { createIntl, RawIntlProvider, useIntl } from 'react-intl';

/** Provides messages that not every page loads. */
export function MoreTexts({ texts, children }: { texts: Record<string, string>; children: React.ReactNode }) {
  const base = useIntl();
  const intl = useMemo(
    () => createIntl({ locale: base.locale, messages: { ...base.messages, ...texts } as Record<string, string> }),
    [base, texts],
  );
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}
