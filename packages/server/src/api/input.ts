import type { Endpoint, Field, FieldKind, FieldRule, ParamsOf, QueryOf } from '@glassblock/contract';
import { CodedError } from '@glassblock/primitives';

/*
 * Requests are parsed here, before a handler runs, from the fields that the contract declares. Each field is parsed by
 * a small parser of its kind, compiled once per endpoint, instead of by ajv: malformed values raise the field's own
 * error, or count as a fallback as in Esplora; lists have two spellings; and texts become values (numbers, lower-case
 * hashes, days), which a validator does not do.
 */

/** An unparsed request: texts by name. */
export interface RawInput {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | undefined>>;
  /** Values of query names that are lists (`name[]=a&name[]=b`, or a repeated name), by the name without brackets. */
  lists?: Readonly<Record<string, readonly string[]>>;
  /** Text of the body, for POST. */
  body: string;
  /** Content type of the body in lower case, without parameters. */
  bodyType?: string;
  /** The client prefers CSV. */
  wantsCsv?: boolean;
}

/** A request as handlers receive it: parsed path and query, and the body as text. */
export interface CallInput<P = unknown, Q = unknown> {
  params: P;
  query: Q;
  body: string;
  bodyType?: string;
}

/** Input of the handler of an endpoint. */
export type InputOf<E extends Endpoint> = CallInput<ParamsOf<E>, QueryOf<E>>;

/** Parses the path and query of an endpoint. @throws {CodedError} the errors that its fields declare */
export type ParseInput = (input: RawInput) => CallInput<Record<string, unknown>, Record<string, unknown>>;

const compiled = new WeakMap<Endpoint, ParseInput>();

/** Returns the parser of an endpoint, compiled on first use. */
export function inputParser(endpoint: Endpoint): ParseInput {
  let parse = compiled.get(endpoint);
  if (parse === undefined) compiled.set(endpoint, (parse = compileInput(endpoint)));
  return parse;
}

function compileInput({ params, query }: Endpoint): ParseInput {
  const readParams = compileFields(params.properties as Record<string, Field>);
  const readQuery = compileFields(query.properties as Record<string, Field>);
  return ({ params: path, query: search, lists, body, bodyType }) => ({
    params: readParams(path, undefined),
    query: readQuery(search, lists),
    body,
    ...(bodyType === undefined ? {} : { bodyType }),
  });
}

type Texts = Readonly<Record<string, string | undefined>>;
type Lists = Readonly<Record<string, readonly string[]>> | undefined;

/** Fields are parsed in declaration order: the first malformed one raises its error. */
function compileFields(fields: Readonly<Record<string, Field>>) {
  const parsers = Object.entries(fields).map(([name, field]) => [name, compileField(name, field)] as const);
  return (texts: Texts, lists: Lists): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (const [name, parse] of parsers) {
      const value = parse(texts, lists);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

type ParseField = (texts: Texts, lists: Lists) => unknown;

function compileField(name: string, field: Field): ParseField {
  const { kind, error, missing = error } = field.rule;
  const whenMissing = compileMissing(field, missing);
  if (kind === 'list' || kind === 'repeated') {
    const parseList = compileList(field);
    const listed = name.replace(/\[\]$/, '');
    const textsOf: (texts: Texts, lists: Lists) => readonly string[] | undefined =
      kind === 'repeated' ? (_, lists) => lists?.[listed] : (texts) => texts[name]?.split(',');
    return (texts, lists) => {
      const items = textsOf(texts, lists);
      const isMissing = items === undefined || (kind === 'list' && items.length === 1 && items[0] === '');
      return isMissing ? whenMissing() : parseList(items);
    };
  }
  const parse = compileText(field);
  return (texts) => {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
    return text === undefined ? whenMissing() : parse(text);
  };
}

/** JSON Schema keywords used by fields. */
interface Keywords {
  default?: unknown;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Field;
}

const keywordsOf = (field: Field): Keywords => field as Keywords;
const isOptional = (field: Field): boolean => '~optional' in field;
const refusal = (code: string, datum: unknown) => new CodedError(code, 'malformed or missing', { datum });

/** Returns the handling of a missing field: default, absence, or error. */
function compileMissing(field: Field, error: string | undefined): () => unknown {
  const { default: value } = keywordsOf(field);
  if (value !== undefined || error === undefined || isOptional(field)) return () => value;
  return () => {
    throw refusal(error, undefined);
  };
}

/** Returns the parser of a list: malformed items raise the error of the item's rule, or are skipped if it has none. */
function compileList(field: Field): (items: readonly string[]) => unknown[] {
  const { tooMany } = field.rule;
  const { items: item, maxItems = Number.POSITIVE_INFINITY } = keywordsOf(field);
  if (item === undefined) throw new Error('a list field needs a schema of its items');
  const parse = compileText(item);
  return (items) => {
    if (tooMany !== undefined && items.length > maxItems) throw refusal(tooMany, items.length);
    return items.map(parse).filter((item) => item !== undefined);
  };
}

function compileText(field: Field): (text: string) => unknown {
  const { kind, error, detail, fallback } = field.rule;
  const read = readers[kind](field, field.rule);
  return (text) => {
    const value = read(text);
    if (value !== undefined) return value;
    if (error === undefined) return fallback;
    throw refusal(error, detail ?? text);
  };
}

/** Parses a text; returns undefined when it is malformed. */
type Read = (text: string) => unknown;

const hashForm = /^[0-9a-fA-F]{64}$/;
const readers: Record<FieldKind, (field: Field, rule: FieldRule) => Read> = {
  text: readText,
  hash: () => (text) => (hashForm.test(text) ? text.toLowerCase() : undefined),
  scripthash: (_, rule) => (text) => {
    if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
    if (text.length === 64) return text.toLowerCase();
    if (rule.wrongLength === undefined) return undefined;
    throw refusal(rule.wrongLength, text);
  },
  outpoint: () => readOutpoint,
  integer: readInteger,
  count: (field) => (text) => {
    const { maximum = Number.POSITIVE_INFINITY } = keywordsOf(field);
    const value = Number(text);
    return Number.isInteger(value) && value > 0 ? Math.min(value, maximum) : undefined;
  },
  amount: () => (text) => {
    const value = Number(text);
    return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : undefined;
  },
  flag: () => (text) => (/^(true|1)$/.test(text) ? true : /^(false|0)$/.test(text) ? false : undefined),
  day: () => readDay,
  // Lists are parsed item by item.
  list: readText,
  repeated: readText,
};

function readText(field: Field): Read {
  const { enum: words, pattern } = keywordsOf(field);
  if (words !== undefined) return (text) => (words.includes(text) ? text : undefined);
  if (pattern === undefined) return (text) => text;
  const form = new RegExp(pattern);
  return (text) => (form.test(text) ? text : undefined);
}

/** Returns a parser of decimal integers within the bounds; more digits than the maximum has are malformed. */
function readInteger(field: Field): Read {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = keywordsOf(field);
  const digits = new RegExp(`^\\d{1,${String(maximum).length}}$`);
  return (text) => {
    const value = Number(text);
    return digits.test(text) && value >= minimum && value <= maximum ? value : undefined;
  };
}

/** Parses `txid:vout`; returns undefined for anything else. */
export function readOutpoint(text: string): { txid: string; vout: number } | undefined {
  const match = /^([0-9a-fA-F]{64}):(\d{1,10})$/.exec(text);
  const vout = Number(match?.[2]);
  return match === null || vout > 0xffffffff ? undefined : { txid: match[1]!.toLowerCase(), vout };
}

/** Parses a UTC day such as 2024-04-20; returns its start in Unix seconds. */
function readDay(text: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / 1000 : Number.NaN;
  // Date parses 2023-02-30 as 2 March.
  return Number.isNaN(time) || new Date(time * 1000).toISOString().slice(0, 10) !== text ? undefined : time;
}
