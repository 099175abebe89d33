import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import type { ErrorCode } from './errors.ts';

/*
 * Fields of paths and queries. A field is a JSON Schema of the parsed value, with a rule for parsing the text of a
 * request and for handling a missing or malformed value.
 */

/** How the text of a field is parsed. */
export type FieldKind =
  | 'text'
  | 'hash'
  | 'scripthash'
  | 'outpoint'
  | 'integer'
  | 'count'
  | 'amount'
  | 'flag'
  | 'day'
  | 'list'
  | 'repeated';

/**
 * How a missing or malformed field is handled. Without `error`, a malformed value counts as the fallback, or as absent.
 * A missing field takes the schema's `default`, or is absent if it is optional.
 */
export interface FieldRule {
  readonly kind: FieldKind;
  /** Error for a malformed or missing value. */
  readonly error?: ErrorCode;
  /** Error for a missing value, if it differs. */
  readonly missing?: ErrorCode;
  /** Error for hex of the wrong length. */
  readonly wrongLength?: ErrorCode;
  /** Error for a list that is too long. */
  readonly tooMany?: ErrorCode;
  /** The number in the error text. */
  readonly detail?: number;
  /** Value used for malformed text. */
  readonly fallback?: string | number;
}

/** A schema with its parsing rule. */
export type Field<S extends TSchema = TSchema> = S & { readonly rule: FieldRule };

const field = <S extends TSchema>(schema: S, rule: FieldRule): Field<S> => Object.assign(schema, { rule });

/** Makes a field optional. */
export const optional = <S extends TSchema>(schema: Field<S>): TOptional<S> & { readonly rule: FieldRule } =>
  Object.assign(Type.Optional(schema) as unknown as TOptional<S>, { rule: schema.rule });

interface Described {
  description: string;
  example?: string | number;
}

const described = ({ description, example }: Described) => ({
  description,
  ...(example === undefined ? {} : { examples: [example] }),
});

const hashPattern = '^[0-9a-fA-F]{64}$';

/** Declares a hash: 64 hex digits in either case; handlers receive lower case. */
export const hash = (about: Described, error: ErrorCode) =>
  field(Type.String({ ...described(about), pattern: hashPattern }), { kind: 'hash', error });

/** Declares a hash used as page cursor; a malformed one is ignored. */
export const cursor = (about: Described) =>
  optional(field(Type.String({ ...described(about), pattern: hashPattern }), { kind: 'hash' }));

/** Declares an outpoint `txid:vout` used as page cursor; a malformed one is ignored. */
export const outpointCursor = (about: Described) =>
  optional(
    field(
      Type.Unsafe<{ txid: string; vout: number }>({
        ...described(about),
        type: 'string',
        pattern: '^[0-9a-fA-F]{64}:\\d{1,10}$',
      }),
      { kind: 'outpoint' },
    ),
  );

/** Declares a script hash: SHA-256 of a script as hex in either case; handlers receive lower case. */
export const scripthash = (about: Described) =>
  field(Type.String({ ...described(about), pattern: hashPattern }), {
    kind: 'scripthash',
    error: 'param.hex',
    wrongLength: 'param.scripthash',
  });

/** Declares a text; `error` is returned when it does not match the pattern. */
export const text = (about: Described & { pattern?: string }, error?: ErrorCode) =>
  field(Type.String({ ...described(about), ...(about.pattern === undefined ? {} : { pattern: about.pattern }) }), {
    kind: 'text',
    ...(error === undefined ? {} : { error }),
  });

/** Declares a text that is ignored unless it matches the pattern. */
export const lenientText = (about: Described & { pattern: string }) => optional(text(about));

interface Bounded extends Described {
  /** Also limits the number of digits. */
  maximum: number;
  minimum?: number;
}

const integerSchema = ({ maximum, minimum = 0, ...about }: Bounded) =>
  Type.Integer({ ...described(about), minimum, maximum });

/** Declares a non-negative decimal integer. */
export const integer = (about: Bounded, error: ErrorCode) => field(integerSchema(about), { kind: 'integer', error });

/** Declares a decimal integer that is ignored when malformed. */
export const lenientInteger = (about: Bounded) => optional(field(integerSchema(about), { kind: 'integer' }));

/** Declares a decimal integer; malformed text counts as the fallback. */
export const integerOr = (fallback: number, about: Bounded) =>
  field(integerSchema(about), { kind: 'integer', fallback });

/** Declares a decimal integer with a default for a missing value. */
export const integerWithDefault = (value: number, about: Bounded, error: ErrorCode) =>
  field(Type.Integer({ ...described(about), minimum: about.minimum ?? 0, maximum: about.maximum, default: value }), {
    kind: 'integer',
    error,
  });

/**
 * Declares a row limit. As in Esplora, values above the maximum count as the maximum, and anything else that is not a
 * positive number counts as the default.
 */
export const count = ({
  maximum,
  defaultValue = maximum,
  ...about
}: Described & { maximum: number; defaultValue?: number }) =>
  field(Type.Integer({ ...described(about), minimum: 1, maximum, default: defaultValue }), {
    kind: 'count',
    fallback: defaultValue,
  });

/** Declares a number of rows to skip. As in Esplora, anything that is not a non-negative integer counts as 0. */
export const offset = (about: Described) =>
  field(Type.Integer({ ...described(about), minimum: 0, default: 0 }), { kind: 'integer', fallback: 0 });

/**
 * Declares an optional non-negative number.
 * @param detail number in the error text
 */
export const amount = (about: Described, error: ErrorCode, detail?: number) =>
  optional(
    field(Type.Number({ ...described(about), minimum: 0 }), {
      kind: 'amount',
      error,
      ...(detail === undefined ? {} : { detail }),
    }),
  );

/** Declares a flag: `true`, `1`, `false` or `0`; false when missing. */
export const flag = (about: Described, error: ErrorCode) =>
  field(Type.Boolean({ ...described(about), default: false }), { kind: 'flag', error });

const wordSchema = <W extends string>(
  words: readonly W[],
  { defaultValue, ...about }: Described & { defaultValue?: W },
) =>
  Type.Unsafe<W>({
    ...described(about),
    type: 'string',
    enum: [...words],
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  });

/** Declares one of the given words. */
export const word = <const W extends string>(words: readonly W[], about: Described, error: ErrorCode) =>
  field(wordSchema(words, about), { kind: 'text', error });

/**
 * Declares one of the given words; any other word is ignored.
 * @param defaultValue value when missing
 */
export const lenientWord = <const W extends string>(words: readonly W[], about: Described, defaultValue?: W) =>
  optional(
    field(wordSchema(words, { ...about, ...(defaultValue === undefined ? {} : { defaultValue }) }), { kind: 'text' }),
  );

/** Declares one of the given words; any other word counts as the fallback. */
export const wordOr = <const W extends string>(fallback: W, words: readonly W[], about: Described) =>
  field(wordSchema(words, about), { kind: 'text', fallback });

/** Declares a UTC date such as 2024-04-20; handlers receive its start in Unix seconds. */
export const day = (about: Described, error: ErrorCode) =>
  field(Type.Unsafe<number>({ ...described(about), type: 'string', format: 'date' }), { kind: 'day', error });

interface Listed<S extends TSchema> extends Described {
  items: Field<S>;
  maximum: number;
}

const listSchema = <S extends TSchema>({ items, maximum, ...about }: Listed<S>) =>
  Type.Unsafe<Static<S>[]>({ ...described(about), type: 'array', items, minItems: 1, maxItems: maximum });

/** Declares a comma-separated list; an empty text counts as missing. */
export const list = <S extends TSchema>(about: Listed<S>, errors: { missing: ErrorCode; tooMany: ErrorCode }) =>
  field(listSchema(about), { kind: 'list', ...errors });

/** Declares a list given by repeating the name with brackets: `txId[]=a&txId[]=b`. */
export const repeated = <S extends TSchema>(about: Listed<S>, errors: { missing: ErrorCode; tooMany: ErrorCode }) =>
  field(listSchema(about), { kind: 'repeated', ...errors });
