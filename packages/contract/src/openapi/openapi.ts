import type { TSchema } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { type ErrorCode, type ErrorForm, errorCatalog } from '../errors.ts';
import type { Field, FieldRule } from '../fields.ts';
import { createComponents, type Json } from './components.ts';

const mediaType = { json: 'application/json', text: 'text/plain', bytes: 'application/octet-stream' } as const;
/** Errors that any route can return. */
const everywhere = ['rate.limit', 'internal', 'index.unavailable'] as const satisfies ErrorCode[];

/** Collects parts that operations share; each method returns a reference. */
export interface Shared {
  /** Returns the schema with references in place of named schemas. */
  refer(schema: unknown): unknown;
  /**
   * Adds a parameter.
   * @param names candidates; the first unused name is taken
   */
  parameter(names: readonly string[], value: Json): Json;
  /**
   * Adds an example answer.
   * @param name id of the first operation that uses it
   */
  example(name: string, value: unknown): Json;
  /** Adds the response for a set of errors with the same status. */
  errors(form: ErrorForm, codes: readonly ErrorCode[]): Json;
  /** Adds a response. @param name unique for it */
  response(name: string, value: Json): Json;
}

/** An operation that is no endpoint: routes of services and of the whole site have errors of their own. */
export interface FurtherOperation {
  method: 'GET' | 'POST';
  /** With `{name}` for parameters. */
  path: string;
  tag: string;
  describe(shared: Shared): Json;
}

/** Collects the values of one section of `components` without duplicates. */
function createSection(section: string) {
  const values = new Map<string, { name: string; value: Json }>();
  const taken = new Set<string>();
  return {
    refer(names: readonly string[], value: Json): Json {
      const key = JSON.stringify(value);
      let known = values.get(key);
      if (known === undefined) {
        const name = names.find((one) => !taken.has(one));
        if (name === undefined) throw new Error(`two ${section} are called ${names.join(', ')}`);
        taken.add(name);
        values.set(key, (known = { name, value }));
      }
      return { $ref: `#/components/${section}/${known.name}` };
    },
    toJson: (): Json =>
      Object.fromEntries(
        [...values.values()].map(({ name, value }) => [name, value] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
  };
}

/**
 * Returns the OpenAPI 3.1 document of the given endpoints. Named schemas go to
 * `components.schemas`, shared parameters, examples and error responses to their own sections.
 * @param schemas further named schemas, by name
 * @param further operations that are no endpoints
 * @param securitySchemes of those, by name
 */
export function openApi(
  endpoints: readonly Endpoint[],
  version: string,
  schemas: Readonly<Record<string, TSchema>> = {},
  further: readonly FurtherOperation[] = [],
  securitySchemes: Json = {},
): Json {
  const components = createComponents(schemas);
  const responses = createSection('responses');
  const parameters = createSection('parameters');
  const examples = createSection('examples');
  const shared: Shared = {
    refer: components.refer,
    parameter: parameters.refer,
    example: (name, value) => examples.refer([name], { value }),
    errors: (form, codes) => responses.refer([`${form}_${codes.join('_')}`], errorResponse(form, codes)),
    response: (name, value) => responses.refer([name], value),
  };
  const paths: Record<string, Json> = {};
  for (const route of endpoints) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route, shared);
  }
  for (const { method, path, tag, describe } of further) {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = { tags: [tag], ...describe(shared) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Glassblock', version, license: { name: 'MIT', identifier: 'MIT' } },
    tags: [...new Set([...endpoints, ...further].map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...components.schemas(), Error: errorSchema },
      parameters: parameters.toJson(),
      examples: examples.toJson(),
      responses: responses.toJson(),
      ...(Object.keys(securitySchemes).length > 0 && { securitySchemes }),
    },
  };
}

function operation(route: Endpoint, shared: Shared): Json {
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...parameters(route, shared),
    ...requestBody(route, shared),
    responses: {
      [route.status]: goodResponse(route, shared),
      ...(route.emptyWhen === undefined ? {} : { 204: { description: route.emptyWhen } }),
      ...errorResponses(route, shared),
    },
  };
}

function parameters({ id, params, query }: Endpoint, shared: Shared): Json {
  const parametersIn = (where: 'path' | 'query', { properties, required }: Endpoint['params']) =>
    Object.entries(properties as Record<string, Field>).map(([name, field]) => {
      const isRequired = where === 'path' || (required?.includes(name) === true && !('default' in field));
      const word = name.replace(/\W/g, '');
      return shared.parameter([word, `${where}_${word}`, `${id}_${word}`], {
        name,
        in: where,
        ...(isRequired ? { required: true } : {}),
        ...parameter(field, shared.refer),
      });
    });
  const all = [...parametersIn('path', params), ...parametersIn('query', query)];
  return all.length === 0 ? {} : { parameters: all };
}

/** Returns the public description of a field: its schema without the parsing rule. */
function parameter(field: Field, refer: Shared['refer']): Json {
  const { rule, description, examples, items, ...schema } = field as Field & {
    rule: FieldRule;
    description?: string;
    examples?: readonly unknown[];
    items?: Field;
  };
  const isList = rule.kind === 'list' || rule.kind === 'repeated';
  const [example] = examples ?? [];
  return {
    description,
    schema: refer({ ...schema, ...(items === undefined ? {} : { items: itemSchema(items) }) }),
    // comma-separated, or the name is repeated
    ...(isList ? { style: 'form', explode: rule.kind === 'repeated' } : {}),
    ...(example === undefined ? {} : { example: isList ? [example] : example }),
  };
}

function itemSchema(item: Field): Json {
  const {
    rule: _,
    description: _description,
    examples: _examples,
    ...schema
  } = item as Field & {
    description?: string;
    examples?: unknown;
  };
  return schema;
}

function requestBody({ body, bodySchema }: Endpoint, { refer }: Shared): Json {
  if (body === undefined) return {};
  const content =
    bodySchema === undefined
      ? { 'text/plain': { schema: { type: 'string' } } }
      : { 'application/json': { schema: refer(bodySchema) } };
  return { requestBody: { required: body !== 'nothing', description: body, content } };
}

function goodResponse(route: Endpoint, { refer, example }: Shared): Json {
  return {
    description: route.summary,
    content: {
      [route.mediaType ?? mediaType[route.kind]]: {
        schema: refer(route.answer),
        ...(route.example === undefined ? {} : { examples: { example: example(route.id, route.example) } }),
      },
      ...(route.hasCsv ? { 'text/csv': { schema: { type: 'string' } } } : {}),
    },
  };
}

function errorResponses({ errors, form }: Endpoint, shared: Shared): Json {
  const byStatus = Map.groupBy(new Set<ErrorCode>([...errors, ...everywhere]), (code) => errorCatalog[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, shared.errors(form, codes.toSorted())] as const),
  );
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' } },
  additionalProperties: false,
};

/**
 * Returns the response for errors of one status: plain text below `/api/`, JSON or text by `Accept` below `/api/v1/`
 * and `/api/glass/`.
 */
function errorResponse(form: ErrorForm, codes: readonly ErrorCode[]): Json {
  const rows = codes.map((code) => [code, errorCatalog[code]] as const);
  const examples = (toValue: (text: string) => unknown) =>
    Object.fromEntries(rows.map(([code, { text }]) => [code, { value: toValue(text) }]));
  const bare = {
    'text/plain': { schema: { type: 'string' }, examples: examples((text) => text) },
  };
  const json = {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: examples((error) => ({ error })),
    },
  };
  return {
    description: rows.map(([, { text, meaning }]) => `\`${text}\`: ${meaning}`).join('; '),
    content: form === 'v1' ? { ...json, 'text/plain': { schema: { type: 'string' } } } : bare,
  };
}
