import { readFileSync, statSync } from 'node:fs';
import { Board, mainSite, type Widget } from '@glassblock/contract';
import type { NetworkRow } from '@glassblock/primitives';
import { parse as parseToml } from 'smol-toml';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { reasonOf } from './config-file.ts';
import type { EnterpriseSite } from './enterprise-config.ts';
import { isAddress, type WatchedWalletConfig } from './wallets-config.ts';

/** Where the boards of a site are defined. */
export interface BoardFile {
  /** Name of the site; `mainSite` for the main one. */
  site: string;
  path: string;
}

/** Names and addresses that widgets may refer to. */
export interface BoardSubjects {
  /** The root network; undefined: it is not of Bitcoin. */
  network: NetworkRow | undefined;
  wallets: readonly Pick<WatchedWalletConfig, 'name'>[];
  /** Names of further wallets are known to another server only. */
  hasMoreWallets: boolean;
  /** Whether the server has a source of proofs. */
  hasProofs: boolean;
}

/** Files with boards, and the names that their widgets may refer to. */
export interface BoardsConfig {
  files: readonly BoardFile[];
  subjects: BoardSubjects;
}

const maxFileBytes = 256 * 1024;
const BoardsFile = Type.Object(
  { boards: Type.Array(Board, { minItems: 1, maxItems: 20 }) },
  { additionalProperties: false },
);
/** The widgets by their type: errors of one are more useful than those of all alternatives. */
const shapes = new Map<unknown, (typeof Widget)['anyOf'][number]>(
  Board.properties.widgets.items.anyOf.flatMap((shape) => {
    const { type } = shape.properties;
    const types: readonly unknown[] = 'const' in type ? [type.const] : type.enum;
    return types.map((each) => [each, shape] as const);
  }),
);

/** Returns the configuration of boards; the files are checked, and faults added. */
export function boardsOf(
  main: string | undefined,
  sites: readonly EnterpriseSite[],
  subjects: BoardSubjects,
  faults: string[],
): BoardsConfig {
  const files = [
    ...(main === undefined ? [] : [{ site: mainSite, path: main }]),
    ...sites.flatMap(({ name, boards }) => (boards === undefined ? [] : [{ site: name, path: boards }])),
  ];
  for (const file of files) readBoards(file, subjects, faults);
  return { files, subjects };
}

/** Reads and checks the boards of a site; adds a fault for everything that cannot be used. */
export function readBoards({ site, path }: BoardFile, subjects: BoardSubjects, faults: string[]): Board[] {
  const place = site === mainSite ? 'boards' : `boards of ${site}`;
  let raw: unknown;
  try {
    if (statSync(path).size > maxFileBytes) {
      faults.push(`${place}: the file is larger than 256 KiB`);
      return [];
    }
    raw = parseToml(readFileSync(path, 'utf8'));
  } catch (error) {
    faults.push(`${place}: ${reasonOf(error)}`);
    return [];
  }
  const given = faults.length;
  if (subjects.network === undefined) faults.push(`${place}: the root network is not a Bitcoin network`);
  addUnknownTypes(raw, place, faults);
  if (faults.length > given) return [];
  const complete = Value.Default(BoardsFile, raw);
  if (!Value.Check(BoardsFile, complete)) {
    faults.push(...shapeFaults(complete, place));
    return [];
  }
  const { boards } = complete;
  const names = boards.map(({ name }) => name);
  if (new Set(names).size < names.length) faults.push(`${place}: two boards have the same name`);
  if (boards.filter(({ home }) => home).length > 1) faults.push(`${place}: two boards are the home page`);
  for (const { name, widgets } of boards)
    for (const [index, widget] of widgets.entries()) {
      const fault = subjectFault(widget, subjects);
      if (fault !== undefined) faults.push(`${place}: ${name}, widget ${index + 1}: ${fault}`);
    }
  return boards;
}

/** The tables of the raw file that may be widgets, by board. */
function rawWidgets(raw: unknown): { board: number; index: number; type: unknown; value: unknown }[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  return list((raw as { boards?: unknown }).boards).flatMap((board, at) =>
    list((board as { widgets?: unknown } | null)?.widgets).map((value, index) => ({
      board: at,
      index,
      type: (value as { type?: unknown } | null)?.type,
      value,
    })),
  );
}

function addUnknownTypes(raw: unknown, place: string, faults: string[]): void {
  for (const { board, index, type } of rawWidgets(raw))
    if (!shapes.has(type))
      faults.push(`${place}: boards.${board}.widgets.${index}.type: is not one of ${[...shapes.keys()].join(', ')}`);
}

/** Returns a sentence for each violation of the schema; a widget is checked against the schema of its type. */
function shapeFaults(value: unknown, place: string): string[] {
  const found = [...Value.Errors(BoardsFile, value)]
    .filter(({ instancePath }) => !/^\/boards\/\d+\/widgets\/\d+/.test(instancePath))
    .map((error) => ({ ...error, at: error.instancePath }));
  for (const { board, index, type, value: widget } of rawWidgets(value)) {
    const at = `/boards/${board}/widgets/${index}`;
    const shape = shapes.get(type);
    if (shape === undefined) continue;
    for (const error of Value.Errors(shape, Value.Default(shape, widget)))
      found.push({ ...error, at: at + error.instancePath });
  }
  return found
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .map(({ at, keyword, message }) => {
      const name = at === '' ? 'file' : at.slice(1).replaceAll('/', '.');
      return `${place}: ${name}: ${keyword === 'boolean' ? 'unknown setting' : message}`;
    });
}

/** Returns why the subject of a widget cannot be shown. */
function subjectFault(widget: Widget, subjects: BoardSubjects): string | undefined {
  const { network, wallets, hasMoreWallets, hasProofs } = subjects;
  if (widget.type === 'address' && network !== undefined && !isAddress(widget.address, network))
    return 'the address is not of the root network';
  if ('wallet' in widget && !hasMoreWallets && !wallets.some(({ name }) => name === widget.wallet))
    return `there is no wallet "${widget.wallet}"`;
  if ('key' in widget && !hasProofs) return 'the setting proofs is missing';
  return undefined;
}
