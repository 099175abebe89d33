import { useIntl } from 'react-intl';
import { escapeInvisible } from '../script/chain-text.ts';
import type en from './en.json';

/** Id of a text. */
export type TextId = keyof typeof en;

/** Gives texts by id, in the visitor's language. */
export type Text = (id: TextId, values?: Record<string, string | number>) => string;

/** Values as they are put into sentences: what came from the chain or from a link turns no line around. */
const shown = (values: Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? escapeInvisible(value) : value]),
  );

/** The texts of the page. */
export function useText(): Text {
  const intl = useIntl();
  return (id, values) => {
    const message = intl.messages[id];
    // Plain sentences are compiled to strings; there is nothing to format.
    if (typeof message === 'string' && !message.includes('{')) return message;
    return intl.formatMessage({ id }, values && shown(values));
  };
}
