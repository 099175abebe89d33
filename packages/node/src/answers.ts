import { CodedError } from '@glassblock/primitives';

type Fields = Record<string, unknown>;

/** An RPC answer that must be an object. @throws {CodedError} node.bad-answer */
export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CodedError('node.bad-answer', `${what} is not an object`);
  }
  return value as Fields;
}

/** A number of an answer. @throws {CodedError} node.bad-answer when it is missing or not finite */
export function numberField(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new CodedError('node.bad-answer', `${name} is not a number`, { datum: value });
  }
  return value;
}

/** A text of an answer. @throws {CodedError} node.bad-answer */
export function textField(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new CodedError('node.bad-answer', `${name} is not a text`, { datum: value });
  return value;
}

/** Sats of a BTC amount as the node writes it, with at most eight decimals. @throws {CodedError} node.bad-answer */
export function satsOfBtc(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new CodedError('node.bad-answer', 'an amount is not a number', { datum: value });
  }
  return Math.round(value * 1e8);
}
