import type { TSchema } from 'typebox';
import * as accelerations from '../shapes/acceleration-shapes.ts';
import * as audits from '../shapes/audit-shapes.ts';
import * as forecast from '../shapes/forecast-shapes.ts';
import * as history from '../shapes/history-shapes.ts';
import * as mining from '../shapes/mining-shapes.ts';
import * as prices from '../shapes/price-shapes.ts';
import * as replacements from '../shapes/replacement-shapes.ts';
import * as general from '../shapes/shapes.ts';
import { HashHex, Hex } from '../shapes/terms.ts';
import * as transactions from '../shapes/tx-shapes.ts';

/** A JSON object, here mostly a JSON Schema in the OpenAPI dialect. */
export type Json = Record<string, unknown>;

/** Schemas by their OpenAPI component name. Structurally equal schemas get the name of the first one. */
const shapes: Readonly<Record<string, TSchema>> = {
  ...transactions,
  ...general,
  ...mining,
  ...audits,
  ...prices,
  ...replacements,
  ...accelerations,
  ...forecast,
  ...history,
  HashHex,
  Hex,
};

/** Collects the schemas that a document references. */
export interface Components {
  /** Returns the schema with `$ref` in place of named schemas. */
  refer(schema: unknown): unknown;
  /** Returns the referenced named schemas, by name. */
  schemas(): Json;
}

/**
 * Creates an empty collection. Schemas are matched by structure, because making a field optional or nullable copies its
 * schema.
 * @param more further named schemas, by name
 */
export function createComponents(more: Readonly<Record<string, TSchema>> = {}): Components {
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries({ ...shapes, ...more })) {
    const key = JSON.stringify(schema);
    if (!names.has(key)) names.set(key, name);
  }
  const used = new Map<string, unknown>();
  /** Caches the serialized form: most schemas occur many times. */
  const nameOf = new WeakMap<object, string | undefined>();

  function refer(schema: unknown): unknown {
    if (typeof schema !== 'object' || schema === null) return schema;
    if (!nameOf.has(schema)) nameOf.set(schema, names.get(JSON.stringify(schema)));
    const name = nameOf.get(schema);
    if (name === undefined) return inside(schema);
    if (!used.has(name)) {
      // Registered before its members, so that a recursive schema is listed once.
      used.set(name, undefined);
      used.set(name, inside(schema));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Replaces the members of a schema by references. */
  function inside(schema: object): unknown {
    if (Array.isArray(schema)) return schema.map(refer);
    if ('items' in schema && Array.isArray(schema.items)) return tuple(schema.items);
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value)]));
  }

  /** Returns the schema of a tuple: in JSON Schema 2020-12, which OpenAPI 3.1 uses, `items` is a single schema. */
  function tuple(members: readonly unknown[]): Json {
    const { length } = members;
    return { type: 'array', prefixItems: members.map(refer), items: false, minItems: length, maxItems: length };
  }

  return {
    refer,
    schemas: () => Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
