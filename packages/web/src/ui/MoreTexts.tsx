import { useMemo } from 'react';
import { createIntl, RawIntlProvider, useIntl } from 'react-intl';

/** Puts a part of the texts, which not every page carries, around what shows them. */
export function MoreTexts({ texts, children }: { texts: Record<string, string>; children: React.ReactNode }) {
  const base = useIntl();
  const intl = useMemo(
    () => createIntl({ locale: base.locale, messages: { ...base.messages, ...texts } as Record<string, string> }),
    [base, texts],
  );
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}
