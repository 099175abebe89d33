import type { ServerFrame } from '@glassblock/contract';
import { type TextFrame, textFrame } from './text-frame.ts';

declare const content: unique symbol;

/** JSON of a value: created once, then used in every frame that needs it. */
export type Json<T> = string & { readonly [content]: T };

/** Serializes a value. */
export const json = <T>(value: T): Json<T> => JSON.stringify(value) as Json<T>;

/** Joins serialized items to a list. */
export const jsonList = <T>(items: readonly Json<T>[]): Json<T[]> => `[${items.join(',')}]` as Json<T[]>;

/** Joins entries to an object. Keys may be any client input: they are quoted, and no object is created with them. */
export function jsonRecord<T>(entries: Iterable<readonly [key: string, value: Json<T>]>): Json<Record<string, T>> {
  const members = Array.from(entries, ([key, value]) => `${JSON.stringify(key)}:${value}`);
  return `{${members.join(',')}}` as Json<Record<string, T>>;
}

/** Joins known members to an object; `undefined` ones are left out. */
export function jsonObject<T extends object>(members: { readonly [K in keyof T]: Json<T[K]> | undefined }): Json<T> {
  const given = Object.entries<Json<unknown> | undefined>(members);
  const present = given.filter((entry): entry is [string, Json<unknown>] => entry[1] !== undefined);
  return jsonRecord(present) as string as Json<T>;
}

/** Serializes each member of an object; `undefined` ones are left out. */
export function jsonMembers<T extends object>(value: T): { readonly [K in keyof T]: Json<T[K]> } {
  const given = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(given.map(([key, member]) => [key, json<unknown>(member)])) as {
    [K in keyof T]: Json<T[K]>;
  };
}

/** Some keys of a frame, ready to be merged. */
export type FramePart = { readonly [K in keyof ServerFrame]?: Json<Required<ServerFrame>[K]> };

/** Serializes the keys of a frame. */
export const partOf = (frame: ServerFrame): FramePart => jsonMembers(frame) as FramePart;

/** Merges parts to one frame; undefined without any key. Of duplicate keys the last one wins. */
export function frameOf(parts: readonly FramePart[]): TextFrame | undefined {
  const keys = Object.entries<Json<unknown>>(Object.assign({}, ...parts));
  return keys.length === 0 ? undefined : textFrame(jsonRecord(keys));
}
