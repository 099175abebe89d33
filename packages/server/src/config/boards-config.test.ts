import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mainSite } from '@glassblock/contract';
import { networks } from '@glassblock/primitives';
import { afterAll, describe, expect, it } from 'vitest';
import { createBoards } from '../http/site/boards.ts';
import { type BoardSubjects, boardsOf, readBoards } from './boards-config.ts';

const directory = mkdtempSync(join(tmpdir(), 'glassblock-boards-'));
afterAll(() => rmSync(directory, { recursive: true }));
const path = join(directory, 'boards.toml');
const subjects: BoardSubjects = {
  network: networks.mainnet,
  wallets: [{ name: 'cold' }],
  hasMoreWallets: false,
  hasProofs: false,
};
const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const board = (widgets: string, more = '') => `[[boards]]\nname = "reserves"\ntitle = "Reserves"\n${more}\n${widgets}`;
const widget = (text: string) => `[[boards.widgets]]\n${text}\n`;
const faultsOf = (text: string, given = subjects) => {
  writeFileSync(path, text);
  const faults: string[] = [];
  const boards = readBoards({ site: 'acme', path }, given, faults);
  return { boards, faults };
};

describe('readBoards', () => {
  it('reads widgets with their defaults', () => {
    const text = board(
      widget('type = "fees"') +
        widget('type = "wallet"\nwallet = "cold"\nmobileOrder = 1\nwidth = "half"') +
        widget('type = "miningPools"') +
        widget('type = "text"\ntext = "one\\n\\ntwo"\nlinks = [{ label = "More", url = "https://acme.example/more" }]'),
      'home = true',
    );
    expect(faultsOf(text)).toEqual({
      faults: [],
      boards: [
        {
          name: 'reserves',
          title: 'Reserves',
          home: true,
          strip: true,
          widgets: [
            { type: 'fees', mobileOrder: 8 },
            { type: 'wallet', wallet: 'cold', mobileOrder: 1, width: 'half' },
            { type: 'miningPools', window: '1w', mobileOrder: 8 },
            {
              type: 'text',
              text: 'one\n\ntwo',
              links: [{ label: 'More', url: 'https://acme.example/more' }],
              mobileOrder: 8,
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['x = [', /^boards of acme: line 1, column \d+: /],
    ['', 'boards of acme: file: must have required properties boards'],
    [board(''), 'boards of acme: boards.0: must have required properties widgets'],
    [board(widget('type = "iframe"')), /^boards of acme: boards\.0\.widgets\.0\.type: is not one of fees, difficulty,/],
    [board(widget('type = "__proto__"')), /is not one of/],
    [board(widget('type = "fees"\nextra = 1')), 'boards of acme: boards.0.widgets.0.extra: unknown setting'],
    [board(widget('type = "wallet"')), 'boards of acme: boards.0.widgets.0: must have required properties wallet'],
    [board(widget('type = "wallet"\nwallet = "hot"')), 'boards of acme: reserves, widget 1: there is no wallet "hot"'],
    [
      board(widget(`type = "address"\naddress = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"`)),
      'boards of acme: reserves, widget 1: the address is not of the root network',
    ],
    [
      board(widget('type = "text"\ntext = "x"\nlinks = [{ label = "x", url = "javascript:alert(1)" }]')),
      /widgets\.0\.links\.0\.url: must match pattern/,
    ],
    [
      board(widget('type = "fees"'), 'home = true') + board(widget('type = "fees"'), 'home = true'),
      ['boards of acme: two boards have the same name', 'boards of acme: two boards are the home page'],
    ],
    [
      board(widget('type = "fees"').repeat(25)),
      /^boards of acme: boards\.0\.widgets: must not have more than 24 items/,
    ],
    [board(widget('type = "text"\ntext = ""')), /widgets\.0\.text: must not have fewer than 1 characters/],
    ['#'.repeat(256 * 1024 + 1), 'boards of acme: the file is larger than 256 KiB'],
  ])('reports %#', (text, expected) => {
    const { faults } = faultsOf(text);
    if (Array.isArray(expected)) expect(faults).toEqual(expected);
    else if (typeof expected === 'string') expect(faults).toEqual([expected]);
    else expect(faults).toEqual([expect.stringMatching(expected)]);
  });

  it('reads widgets of proofs with their collections, and only with a source of proofs', () => {
    const text = board(
      widget('type = "simpleproof"') +
        widget('type = "simpleproof_cubo"') +
        widget('type = "simpleproof"\nkey = "acts"\ntitle = "Acts"'),
    );
    expect(faultsOf(text, { ...subjects, hasProofs: true })).toMatchObject({
      faults: [],
      boards: [
        {
          widgets: [
            { type: 'simpleproof', key: 'verified' },
            { type: 'simpleproof_cubo', key: 'cubo' },
            { type: 'simpleproof', key: 'acts', title: 'Acts' },
          ],
        },
      ],
    });
    expect(faultsOf(text).faults).toEqual(
      [1, 2, 3].map((place) => `boards of acme: reserves, widget ${place}: the setting proofs is missing`),
    );
    expect(
      faultsOf(board(widget('type = "simpleproof"\nkey = "../x"')), { ...subjects, hasProofs: true }).faults,
    ).toEqual([expect.stringMatching(/widgets\.0\.key: must match pattern/)]);
  });

  it('accepts addresses of the root network, and wallets that a relay may have', () => {
    const text = board(
      widget(`type = "address"\naddress = "${address}"`) + widget('type = "treasury"\nwallet = "hot"'),
    );
    expect(faultsOf(text, { ...subjects, hasMoreWallets: true }).faults).toEqual([]);
    expect(faultsOf(text, { ...subjects, network: undefined }).faults).toEqual([
      'boards of acme: the root network is not a Bitcoin network',
    ]);
  });
});

it('keeps the boards of a site whose file has faults when it is read again', () => {
  writeFileSync(path, board(widget('type = "fees"')));
  const faults: string[] = [];
  const boards = createBoards(boardsOf(path, [], subjects, faults));
  expect(faults).toEqual([]);
  expect(boards.listOf(mainSite)).toEqual({ site: mainSite, pages: [{ name: 'reserves', title: 'Reserves' }] });
  expect(boards.listOf('acme')).toBeUndefined();
  writeFileSync(path, board(widget('type = "none"')));
  expect(boards.reload()).toEqual([expect.stringMatching(/^boards: boards\.0\.widgets\.0\.type/)]);
  expect(boards.find(mainSite, 'reserves')?.widgets).toEqual([{ type: 'fees', mobileOrder: 8 }]);
  writeFileSync(path, board(widget('type = "blocks"'), 'home = true').replaceAll('reserves', 'news'));
  expect(boards.reload()).toEqual([]);
  expect(boards.listOf(mainSite)?.home).toBe('news');
  expect(boards.find(mainSite, 'reserves')).toBeUndefined();
  rmSync(path);
  expect(boards.reload()).toEqual(['boards: cannot be read (ENOENT)']);
  expect(boards.find(mainSite, 'news')?.widgets).toHaveLength(1);
});
