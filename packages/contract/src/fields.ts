import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import type { ErrorCode } from './errors.ts';

/*
 * Fields of paths and queries. A field is a JSON Schema of the value that a handler gets, with a rule beside it: how the
 * text of a request is read, and what happens when it cannot be.
 */

/** How the text of a field is read. */
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

/** What happens to a field that is missing or malformed. A rule without `error` is lenient: what is malformed counts as
 *  the fallback, or as absent. A missing field has the schema's `default`, or is absent where it is optional. */
export interface FieldRule {
  readonly kind: FieldKind;
  /** Error of a malformed value, and of a missing one. */
  readonly error?: ErrorCode;
  /** Error of a missing value, where it is another one. */
  readonly missing?: ErrorCode;
  /** Error of hex that is not of the right length. */
  readonly wrongLength?: ErrorCode;
  /** Error of a list that is too long. */
  readonly tooMany?: ErrorCode;
  /** The number that the text of the error names. */
  readonly detail?: number;
  /** Value of a malformed text. */
  readonly fallback?: string | number;
}

/** A schema with the rule by which its text is read. */
export type Field<S extends TSchema = TSchema> = S & { readonly rule: FieldRule };

const field = <S extends TSchema>(schema: S, rule: FieldRule): Field<S> => Object.assign(schema, { rule });

/** Makes a field one that may be absent. */
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

/** 64 hex digits in either case; handlers get lower case. */
export const hash = (about: Described, error: ErrorCode) =>
  field(Type.String({ ...described(about), pattern: hashPattern }), { kind: 'hash', error });

/** A hash where a malformed one is ignored: the cursor of a page. */
export const cursor = (about: Described) =>
  optional(field(Type.String({ ...described(about), pattern: hashPattern }), { kind: 'hash' }));

/** `txid:vout`; a malformed one is ignored. */
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

/** SHA-256 of a script as hex in either case; handlers get lower case. */
export const scripthash = (about: Described) =>
  field(Type.String({ ...described(about), pattern: hashPattern }), {
    kind: 'scripthash',
    error: 'param.hex',
    wrongLength: 'param.scripthash',
  });

/** Any text; one that must match a pattern with an error. */
export const text = (about: Described & { pattern?: string }, error?: ErrorCode) =>
  field(Type.String({ ...described(about), ...(about.pattern === undefined ? {} : { pattern: about.pattern }) }), {
    kind: 'text',
    ...(error === undefined ? {} : { error }),
  });

/** A text that must match a pattern; any other counts as absent. */
export const lenientText = (about: Described & { pattern: string }) => optional(text(about));

interface Bounded extends Described {
  /** No value has more digits than it. */
  maximum: number;
  minimum?: number;
}

const integerSchema = ({ maximum, minimum = 0, ...about }: Bounded) =>
  Type.Integer({ ...described(about), minimum, maximum });

/** Decimal digits. */
export const integer = (about: Bounded, error: ErrorCode) => field(integerSchema(about), { kind: 'integer', error });

/** Decimal digits; anything else counts as absent. */
export const lenientInteger = (about: Bounded) => optional(field(integerSchema(about), { kind: 'integer' }));

/** Decimal digits; anything else counts as the fallback. */
export const integerOr = (fallback: number, about: Bounded) =>
  field(integerSchema(about), { kind: 'integer', fallback });

/** Decimal digits; a default where it is missing. */
export const integerWithDefault = (value: number, about: Bounded, error: ErrorCode) =>
  field(Type.Integer({ ...described(about), minimum: about.minimum ?? 0, maximum: about.maximum, default: value }), {
    kind: 'integer',
    error,
  });

/** Number of rows wanted. As in Esplora, a larger one than allowed counts as the maximum, and what is no number above 0 as
 *  the default. */
export const count = ({
  maximum,
  defaultValue = maximum,
  ...about
}: Described & { maximum: number; defaultValue?: number }) =>
  field(Type.Integer({ ...described(about), minimum: 1, maximum, default: defaultValue }), {
    kind: 'count',
    fallback: defaultValue,
  });

/** A number of 0 or more that may be absent. @param detail  number that the error text names */
export const amount = (about: Described, error: ErrorCode, detail?: number) =>
  optional(
    field(Type.Number({ ...described(about), minimum: 0 }), {
      kind: 'amount',
      error,
      ...(detail === undefined ? {} : { detail }),
    }),
  );

/** `true`, `1`, `false` or `0`; false where it is missing. */
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

/** One of some words. */
export const word = <const W extends string>(words: readonly W[], about: Described, error: ErrorCode) =>
  field(wordSchema(words, about), { kind: 'text', error });

/** One of some words; any other counts as absent. @param defaultValue  where it is missing */
export const lenientWord = <const W extends string>(words: readonly W[], about: Described, defaultValue?: W) =>
  optional(
    field(wordSchema(words, { ...about, ...(defaultValue === undefined ? {} : { defaultValue }) }), { kind: 'text' }),
  );

/** One of some words; any other counts as the fallback. */
export const wordOr = <const W extends string>(fallback: W, words: readonly W[], about: Described) =>
  field(wordSchema(words, about), { kind: 'text', fallback });

/** A UTC day such as 2024-04-20; handlers get its begin, Unix seconds. */
export const day = (about: Described, error: ErrorCode) =>
  field(Type.Unsafe<number>({ ...described(about), type: 'string', format: 'date' }), { kind: 'day', error });

interface Listed<S extends TSchema> extends Described {
  items: Field<S>;
  maximum: number;
}

const listSchema = <S extends TSchema>({ items, maximum, ...about }: Listed<S>) =>
  Type.Unsafe<Static<S>[]>({ ...described(about), type: 'array', items, minItems: 1, maxItems: maximum });

/** Values with commas between; an empty text counts as missing. */
export const list = <S extends TSchema>(about: Listed<S>, errors: { missing: ErrorCode; tooMany: ErrorCode }) =>
  field(listSchema(about), { kind: 'list', ...errors });

/** Values of a name that is given several times with brackets: `txId[]=a&txId[]=b`. */
export const repeated = <S extends TSchema>(about: Listed<S>, errors: { missing: ErrorCode; tooMany: ErrorCode }) =>
  field(listSchema(about), { kind: 'repeated', ...errors });
