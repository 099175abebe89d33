import type { ServerFrame } from '@glassblock/contract';

declare const content: unique symbol;

/** JSON of a value: made once, then put into every frame that needs it. */
export type Json<T> = string & { readonly [content]: T };

export const json = <T>(value: T): Json<T> => JSON.stringify(value) as Json<T>;

export const jsonList = <T>(items: readonly Json<T>[]): Json<T[]> => `[${items.join(',')}]` as Json<T[]>;

/** Keys may be anything a client sent: they are quoted, and no object is made of them. */
export function jsonRecord<T>(entries: Iterable<readonly [key: string, value: Json<T>]>): Json<Record<string, T>> {
  const members = Array.from(entries, ([key, value]) => `${JSON.stringify(key)}:${value}`);
  return `{${members.join(',')}}` as Json<Record<string, T>>;
}

/** An object of known members; those that are `undefined` are left out. */
export function jsonObject<T extends object>(members: { readonly [K in keyof T]: Json<T[K]> | undefined }): Json<T> {
  const given = Object.entries<Json<unknown> | undefined>(members);
  const present = given.filter((entry): entry is [string, Json<unknown>] => entry[1] !== undefined);
  return jsonRecord(present) as string as Json<T>;
}

/** The members of an object, each in JSON on its own; those that are `undefined` are left out. */
export function jsonMembers<T extends object>(value: T): { readonly [K in keyof T]: Json<T[K]> } {
  const given = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(given.map(([key, member]) => [key, json<unknown>(member)])) as {
    [K in keyof T]: Json<T[K]>;
  };
}

/** Some keys of a frame, ready to be joined with others. */
export type FramePart = { readonly [K in keyof ServerFrame]?: Json<Required<ServerFrame>[K]> };

/** The keys of a frame, each in JSON on its own. */
export const partOf = (frame: ServerFrame): FramePart => jsonMembers(frame) as FramePart;

/** One frame of several parts; undefined when there is no key at all. Of a key that comes twice the last one counts. */
export function frameBytes(parts: readonly FramePart[]): Buffer | undefined {
  const keys = Object.entries<Json<unknown>>(Object.assign({}, ...parts));
  return keys.length === 0 ? undefined : Buffer.from(jsonRecord(keys));
}
