import { useIntl } from 'react-intl';
import type en from './en.json';

/** Id of a text. */
export type TextId = keyof typeof en;

/** Gives texts by id, in the visitor's language. */
export type Text = (id: TextId, values?: Record<string, string | number>) => string;

/** The texts of the page. */
export function useText(): Text {
  const intl = useIntl();
  return (id, values) => {
    const message = intl.messages[id];
    // Plain sentences are compiled to strings; there is nothing to format.
    return typeof message === 'string' && !message.includes('{') ? message : intl.formatMessage({ id }, values);
  };
}
