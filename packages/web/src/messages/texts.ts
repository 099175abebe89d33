import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { createContext } from 'react';
import messages from './en.json';
import { formatParts } from './format-parts.ts';

/** Messages by id: plain sentences, and others as parsed by the build; unparsed without a build. */
export type Messages = Readonly<Record<string, Message>>;

type Message = string | readonly MessageFormatElement[];

/** The messages that are loaded. */
export const MessagesContext = createContext<Messages>(messages);

/** Parsed messages where there is no build. */
const parsed = new Map<string, readonly MessageFormatElement[]>();

/** Returns a message as the build has parsed it, or parses it. */
function partsOf(message: Message): readonly MessageFormatElement[] {
  if (typeof message !== 'string') return message;
  let parts = parsed.get(message);
  if (parts === undefined) parsed.set(message, (parts = parse(message)));
  return parts;
}

/** Formats a message with its values. A message that is missing, or lacks a value, is reported and shown as its id. */
export function formatMessage(
  id: string,
  message: Message | undefined,
  values: Record<string, string | number> | undefined,
): string {
  try {
    if (message === undefined) throw new Error(`the text ${id} is not loaded`);
    return formatParts(partsOf(message), values ?? {});
  } catch (error) {
    console.error(error);
    return id;
  }
}
