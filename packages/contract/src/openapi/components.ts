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

/** A JSON Schema as OpenAPI has it. */
export type Json = Record<string, unknown>;

/** Shapes by the names under which OpenAPI has them; the first one of a structure names it. */
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

/** Collects the shapes that a document refers to. */
export interface Components {
  /** Returns a schema with `$ref` in the places of named shapes. */
  refer(schema: unknown): unknown;
  /** The named shapes that were referred to, by name. */
  schemas(): Json;
}

/** Shapes are recognized by their structure: making a field optional or nullable copies its schema. */
export function createComponents(): Components {
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(shapes)) {
    const key = JSON.stringify(schema);
    if (!names.has(key)) names.set(key, name);
  }
  const used = new Map<string, unknown>();
  /** Most schemas are met many times: each is made a text once. */
  const nameOf = new WeakMap<object, string | undefined>();

  function refer(schema: unknown): unknown {
    if (typeof schema !== 'object' || schema === null) return schema;
    if (!nameOf.has(schema)) nameOf.set(schema, names.get(JSON.stringify(schema)));
    const name = nameOf.get(schema);
    if (name === undefined) return inside(schema);
    if (!used.has(name)) {
      // before its members: what is used is listed once, whatever refers to it
      used.set(name, undefined);
      used.set(name, inside(schema));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Refers from the members of a schema. */
  function inside(schema: object): unknown {
    if (Array.isArray(schema)) return schema.map(refer);
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value)]));
  }

  return {
    refer,
    schemas: () => Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
