import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import messages from './en.json';

/** Counts that are never one: limits, and lists that are longer than a page. */
const neverOne: readonly string[] = [
  'account.topUp.bounds',
  'balance.part',
  'checkout.minInvoice',
  'checkout.package',
  'checkout.raiseBid',
  'checkout.state.confirming',
  'checkout.state.underpaid',
  'desk.bound',
  'desk.left',
  'faucet.error.faucet_above_maximum',
  'faucet.error.faucet_below_minimum',
  'faucet.limits',
  'graphs.tablePart',
  'lightning.feeHistory.largest',
  'lightning.history.few',
  'lightning.pair.more',
  'lightning.uptime.days',
  'script.allCount',
  'wallet.followed',
  'wallet.left',
];

/** Words that end with an s and are no plural nouns. */
const others = new Set(['as', 'is', 'has', 'was', 'ms', 'times', 'vs']);

/** Whether one of the first two words of a text looks like a plural noun. */
function startsWithPlural(text: string): boolean {
  const words = /^[ \u00a0]([a-z]+)(?:[ \u00a0]([a-z]+)\b)?/i.exec(text)?.slice(1) ?? [];
  return words.some((word) => /[^s]s$/.test(word ?? '') && /^[a-z]|^UTXO/.test(word ?? '') && !others.has(word ?? ''));
}

/** Whether an argument or number outside a plural of its own is followed by a plural noun. */
function hasFixedPlural(parts: readonly MessageFormatElement[]): boolean {
  return parts.some((part, place) => {
    if (part.type === TYPE.select) return Object.values(part.options).some(({ value }) => hasFixedPlural(value));
    const next = parts[place + 1];
    const isValue = part.type === TYPE.argument || part.type === TYPE.number;
    return isValue && next?.type === TYPE.literal && startsWithPlural(next.value);
  });
}

test('counts have a plural form, except those that are never one', () => {
  const found = Object.entries(messages).filter(([, text]) => hasFixedPlural(parse(text)));
  expect(found.map(([id]) => id).toSorted()).toEqual(neverOne);
});
