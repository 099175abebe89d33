import { use, useMemo } from 'react';
import { type Messages, MessagesContext } from '../messages/texts.ts';

/** Provides messages that not every page loads. */
export function MoreTexts({ texts, children }: { texts: Messages; children: React.ReactNode }) {
  const base = use(MessagesContext);
  const messages = useMemo(() => ({ ...base, ...texts }), [base, texts]);
  return <MessagesContext value={messages}>{children}</MessagesContext>;
}
