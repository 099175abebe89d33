import { IntlMessageFormat } from 'intl-messageformat';
import { createContext } from 'react';
import messages from './en.json';

/** Messages by id: plain sentences, and others as parsed by the build; unparsed without a build. */
export type Messages = Readonly<Record<string, Message>>;

type Message = ConstructorParameters<typeof IntlMessageFormat>[0];

/** The messages that are loaded. */
export const MessagesContext = createContext<Messages>(messages);

const locale = 'en';
const formats = new Map<Message, IntlMessageFormat>();

/** Formats a message with its values. A message that is missing, or lacks a value, is reported and shown as its id. */
export function formatMessage(
  id: string,
  message: Message | undefined,
  values: Record<string, string | number> | undefined,
): string {
  try {
    if (message === undefined) throw new Error(`the text ${id} is not loaded`);
    let format = formats.get(message);
    if (format === undefined) formats.set(message, (format = new IntlMessageFormat(message, locale)));
    return String(format.format(values));
  } catch (error) {
    console.error(error);
    return id;
  }
}
