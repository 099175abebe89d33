import { use } from 'react';
import { escapeInvisible } from '../script/chain-text.ts';
import type en from './en.json';
import { formatMessage, type Messages, MessagesContext } from './texts.ts';

/** Id of a text. */
export type TextId = keyof typeof en;

/** Returns texts by id, in the visitor's language. */
export type Text = (id: TextId, values?: Record<string, string | number>) => string;

/** Values in sentences: text from the chain or a link cannot change the text direction. */
const shown = (values: Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? escapeInvisible(value) : value]),
  );

/**
 * Returns the texts of the page.
 * @param more texts that were loaded later
 */
export function useText(more?: Messages): Text {
  const messages = use(MessagesContext);
  return (id, values) => {
    const message = more?.[id] ?? messages[id];
    // Plain sentences are compiled to strings without formatting.
    if (typeof message === 'string' && !message.includes('{')) return message;
    return formatMessage(id, message, values && shown(values));
  };
}
