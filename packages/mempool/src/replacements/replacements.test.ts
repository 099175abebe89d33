import { seededRandom } from '@glassblock/primitives';
import { describe, expect, test } from 'vitest';
import { idOf, nameOf, picture, scene, tx } from '../../test/support/replacement-scene.ts';
import { createReplacements, type RbfTree, type ReplacementLimits } from '../index.ts';

const day = 24 * 3600;
describe('trees after events', () => {
  test.each<[why: string, events: string, trees: string[]]>([
    ['nothing', '', []],
    ['one replacement', 'b>a', ['b(a)']],
    ['one that replaces three', 'd>a,b,c', ['d(a b c)']],
    ['a chain of five, newest as root', 'b>a c>b d>c e>d f>e', ['f(e(d(c(b(a)))))']],
    ['one that merges two trees', 'b>a y>x z>b,y', ['z(b(a) y(x))']],
    ['the newest replacement first', 'b>a y>x', ['y(x)', 'b(a)']],
    ['a replaced root moves its tree to the front', 'b>a y>x c>b', ['c(b(a))', 'y(x)']],
    ['the same event twice', 'b>a b>a', ['b(a)']],
    ['replaced transactions reported later', 'b>a b>c', ['b(a c)']],
    ['a transaction does not replace itself', 'a>a', []],
    ['an event that would invert a tree', 'b>a a>b', ['b(a)']],
    ['another replacement of an old transaction replaces the newest', 'b>a -b +a c>a', ['c(b(a))']],
    ['unknown ids are ignored', '*a -a +a', []],

    ['the root is mined', 'b>a *b', ['b*(a)']],
    ['a replaced transaction is mined', 'b>a c>b *a', ['c(b(a*))']],
    ['a replaced transaction is mined, reported with its conflict', 'b>a c>b a#c', ['c(b(a*))']],
    ['a conflict that the mempool never had is mined', 'b>a c#b', ['c*(b(a))']],
    ['a mined transaction conflicts with two', 'c#a,b', ['c*(a b)']],
    ['a reorg restores the root', 'b>a *b +b', ['b(a)']],
    ['a reorg restores a replaced one, and the root replaces it again', 'b>a *a +a b>a', ['b(a)']],
    ['a reorg, and a replaced one is mined', 'b>a *b +b a#b', ['b(a*)']],

    ['one that did not signal', 'b>A', ['b!(A)']],
    ['only the direct replacement is marked', 'b>A c>b', ['c(b!(A))']],
    ['one of two did not signal', 'c>a,B', ['c!(a B)']],
    ['a root that does not signal is not full RBF', 'B>a', ['B(a)']],
  ])('%s: %s', (_, events, expected) => {
    const { play, trees } = scene();
    play(events);
    expect(trees()).toEqual(expected);
  });
});

describe('expiry', () => {
  const start = 10_000;
  test.each<[why: string, events: string, trees: string[]]>([
    ['a tree with a root in the mempool does not expire', `b>a @${start + 10 * day} sweep`, ['b(a)']],
    ['a removed root is stored for a day less a second', `b>a -b @${start + day - 1} sweep`, ['b(a)']],
    ['a removed root expires after a day', `b>a -b @${start + day} sweep`, []],
    ['a mined root expires after a day', `b>a *b @${start + day} sweep`, []],
    ['all replaced transactions expire with the root', `b>a c>b d>c *d @${start + day} sweep`, []],
    ['the removal of a replaced transaction does not start the expiry', `b>a -a @${start + day} sweep`, ['b(a)']],
    ['a further replacement stops the expiry', `b>a -b c>b @${start + day} sweep`, ['c(b(a))']],
    ['returning to the mempool stops the expiry', `b>a -b +b @${start + day} sweep`, ['b(a)']],
    ['a reorg stops the expiry', `b>a *b +b @${start + day} sweep`, ['b(a)']],
    [
      'the expiry restarts when the returned transaction is removed',
      `b>a *a -b +a @20000 -a @${20_000 + day - 1} sweep`,
      ['b(a)'],
    ],
    ['the restarted expiry ends after a day', `b>a *a -b +a @20000 -a @${20_000 + day} sweep`, []],
    ['a returned and again replaced transaction does not stop the expiry', `b>a +a b>a -b @${start + day} sweep`, []],
    ['the expiry restarts when the removed root is mined', `b>a -b @20000 *b @${start + day} sweep`, ['b*(a)']],
    ['a conflict of a block expires with its own tree', `b>a y>x a#b,y @${start + day} sweep`, []],
    ['a replaced one is mined without a conflict with the root', `c>a,b *a @${start + day} sweep`, ['c(a* b)']],
    ['a replaced one is mined, and the root is removed', `c>a,b *a -c @${start + day} sweep`, []],
    ['none expires until a block is known', `^ b>a -b @${start + 400 * day} sweep`, ['b(a)']],
    ['a clock that jumps ahead of the blocks expires none', `^${start} b>a -b @${start + 400 * day} sweep`, ['b(a)']],
    ['the next block does not change that', `^${start} b>a -b @${start + 400 * day} ^${start + 600} sweep`, ['b(a)']],
    [
      'the clock counts until two hours after a block',
      `^${start} b>a -b ^${start + day - 7200} @${start + day} sweep`,
      [],
    ],
    ['a block a day later expires it', `^${start} b>a -b @${start + 400 * day} ^${start + day} sweep`, []],
    [
      'a time of a clock that was ahead is shortened',
      `@${start + 400 * day} b>a -b @${start} sweep @${start + day} sweep`,
      [],
    ],
    ['not by more', `@${start + 400 * day} b>a -b @${start} sweep @${start + day - 1} sweep`, ['b(a)']],
    [
      'a clock that is behind expires none',
      `^${start} @100 b>a -b @${start + day - 1} ^${start + day} sweep`,
      ['b(a)'],
    ],
    ['one tree expires, another does not', `b>a y>x -b @${start + day} sweep`, ['y(x)']],
  ])('%s: %s', (_, events, expected) => {
    const { play, trees, replacements } = scene();
    play(events);
    expect(trees()).toEqual(expected);
    const known = ['a', 'b', 'c', 'd', 'x', 'y'].filter((name) => replacements.has(idOf(name)));
    for (const name of known) expect(picture(replacements.tree(idOf(name))!)).toContain(name);
    expect(known.length).toBe(expected.join('').replace(/[^a-z]/g, '').length);
  });
});

describe('limits', () => {
  test.each<[why: string, limits: Partial<ReplacementLimits>, events: string, trees: string[]]>([
    ['evicts the oldest tree first', { trees: 2 }, 'b>a d>c f>e', ['f(e)', 'd(c)']],
    ['a tree with a new root is no longer the oldest', { trees: 2 }, 'b>a d>c g>b f>e', ['f(e)', 'g(b(a))']],
    ['evicts the oldest transactions of a tree first', { nodesPerTree: 3 }, 'b>a c>b d>c e>d', ['e(d(c))']],
    ['evicts the oldest siblings first', { nodesPerTree: 3 }, 'e>a,b,c,d', ['e(c d)']],
    ['never evicts the root', { nodesPerTree: 1 }, 'b>a c>b', ['c']],
    ['keeps the mark of an evicted transaction', { nodesPerTree: 1 }, 'b>A', ['b!']],
    ['limits the transactions of all trees together', { versions: 4 }, 'b>a d>c f>e', ['f(e)', 'd(c)']],
    ['never evicts the last tree', { versions: 1, trees: 0 }, 'b>a d>c', ['d(c)']],
  ])('%s', (_, limits, events, expected) => {
    const { play, trees, replacements } = scene(limits);
    play(events);
    expect(trees()).toEqual(expected);
    for (const name of 'abcdefg'.split('')) {
      const isThere = expected.join('').toLowerCase().includes(name);
      expect(replacements.has(idOf(name)), name).toBe(isThere);
    }
  });
});

describe('answers', () => {
  test('a tree has the form of the API', () => {
    const replacements = createReplacements({ nowSeconds: () => 9999.5 });
    const a = tx('a', { time: 100, rbf: false, fee: 200 });
    const b = tx('b', { time: 160, fee: 400, rate: 2.85 });
    const { time: _, ...c } = tx('c', { fee: 900 });
    replacements.replaced({ newTx: b, oldTxs: [a], certain: true });
    replacements.minedInstead({ newTx: c, victims: [b] });
    const plain = { vsize: 140.25, value: 50_000 };
    expect(replacements.tree(idOf('a'))).toEqual({
      tx: { txid: idOf('c'), fee: 900, ...plain, rate: 7.13, rbf: true, mined: true, fullRbf: false },
      time: 9999.5,
      mined: true,
      fullRbf: true,
      replaces: [
        {
          tx: { txid: idOf('b'), fee: 400, ...plain, rate: 2.85, time: 160, rbf: true, fullRbf: true },
          time: 160,
          interval: 9839.5,
          fullRbf: true,
          replaces: [
            {
              tx: { txid: idOf('a'), fee: 200, ...plain, rate: 7.13, time: 100, rbf: false },
              time: 100,
              interval: 60,
              fullRbf: false,
              replaces: [],
            },
          ],
        },
      ],
    });
    expect(replacements.tree(idOf('z'))).toBeUndefined();
  });

  test('a tree with a mined transaction below is marked up to its root', () => {
    const { replacements, play } = scene();
    play('c>a,b *a');
    const root = replacements.tree(idOf('c'))!;
    expect([root.mined, root.tx.mined]).toEqual([true, undefined]);
    expect(root.replaces.map((older) => [older.mined, older.tx.mined])).toEqual([
      [true, true],
      [undefined, undefined],
    ]);
  });

  test('a replacement with an earlier time has an interval of 0', () => {
    const replacements = createReplacements({ nowSeconds: () => 0 });
    replacements.replaced({ newTx: tx('b', { time: 50 }), oldTxs: [tx('a', { time: 60 })], certain: false });
    expect(replacements.tree(idOf('a'))!.replaces[0]!.interval).toBe(0);
  });

  test('reports the certainty of direct replacements', () => {
    const { replacements, play } = scene();
    play('c>a,b d?c');
    expect(replacements.replaces(idOf('c'))).toEqual([idOf('a'), idOf('b')]);
    expect(replacements.replaces(idOf('a'))).toBeUndefined();
    expect(replacements.replaces(idOf('z'))).toBeUndefined();
    expect(replacements.replacedBy(idOf('a'))).toEqual({ txid: idOf('c'), certain: true });
    expect(replacements.replacedBy(idOf('c'))).toEqual({ txid: idOf('d'), certain: false });
    expect(replacements.replacedBy(idOf('d'))).toBeUndefined();
    expect(replacements.replacedBy(idOf('z'))).toBeUndefined();
  });

  test('pages the list, each page after the tree with an id', () => {
    const { replacements, play, trees } = scene();
    for (let i = 10; i < 40; i++) play(i % 3 === 0 ? `n${i}>O${i}` : `n${i}>o${i}`);
    const first = replacements.list();
    expect(first.length).toBe(25);
    expect(picture(first[0]!)).toBe('n39!(O39)');
    expect(trees({ after: first.at(-1)!.tx.txid, limit: 25 })).toEqual([
      'n14(o14)',
      'n13(o13)',
      'n12!(O12)',
      'n11(o11)',
      'n10(o10)',
    ]);
    expect(trees({ after: idOf('O12'), limit: 1 })).toEqual(['n11(o11)']);
    expect(trees({ fullOnly: true, limit: 3 })).toEqual(['n39!(O39)', 'n36!(O36)', 'n33!(O33)']);
    expect(trees({ fullOnly: true, after: idOf('n15') })).toEqual(['n12!(O12)']);
    expect(trees({ after: idOf('n10') })).toEqual([]);
    expect(trees({ after: idOf('zz') })).toEqual([]);
  });

  test('the summary has the latest six, with sums over directly replaced transactions', () => {
    const { replacements, play } = scene();
    for (let i = 10; i < 20; i++) play(`n${i}>o${i}`);
    const pay = { newTx: tx('z', { fee: 5000, vsize: 300 }), certain: true };
    replacements.replaced({ ...pay, oldTxs: [tx('x', { fee: 700, rbf: false }), tx('n19'), tx('y', { vsize: 10 })] });
    replacements.mined(idOf('n18'));
    const summary = replacements.summary();
    expect(summary.map(({ txid }) => nameOf(txid))).toEqual(['z', 'n18', 'n17', 'n16', 'n15', 'n14']);
    expect(summary.slice(0, 2)).toEqual([
      { txid: idOf('z'), mined: false, fullRbf: true, oldFee: 2700, oldVsize: 290.5, newFee: 5000, newVsize: 300 },
      {
        txid: idOf('n18'),
        mined: true,
        fullRbf: false,
        oldFee: 1000,
        oldVsize: 140.25,
        newFee: 1000,
        newVsize: 140.25,
      },
    ]);
  });
});

describe('changes for the live feeds', () => {
  const fetched = ({ replacements }: ReturnType<typeof scene>) => {
    const changes = replacements.takeChanges();
    return (
      changes && {
        trees: changes.trees.map(picture),
        replaced: changes.replaced.map(({ txid, by }) => `${nameOf(txid)}>${nameOf(by)}`),
      }
    );
  };

  test.each<[why: string, before: string, events: string, trees: string[] | undefined, replaced: string[]]>([
    ['nothing happened', 'b>a', '', undefined, []],
    ['events without effect', 'b>a', '*z -a b>a', undefined, []],
    ['a replacement', '', 'b>a', ['b(a)'], ['a>b']],
    ['each tree once, as it is now, newest first', '', 'b>a y>x c>b *x', ['c(b(a))', 'y(x*)'], ['a>b', 'x>y', 'b>c']],
    ['a mined replaced transaction', 'b>a', '*b', ['b*(a)'], []],
    ['a mined transaction that returns', 'b>a *b', '+b', ['b(a)'], []],
    ['one that returns and is replaced again', 'b>a *a +a', 'b>a', ['b(a)'], ['a>b']],
    ['a removal changes nothing', 'b>a', '-b', undefined, []],
    ['an expired tree', 'b>a -b', '@200000 sweep', [], []],
    ['a sweep that finds nothing', 'b>a', 'sweep', undefined, []],
  ])('%s', (_, before, events, trees, replaced) => {
    const stage = scene();
    stage.play(before);
    stage.replacements.takeChanges();
    stage.play(events);
    expect(fetched(stage)).toEqual(trees && { trees, replaced });
    expect(fetched(stage)).toBeUndefined();
  });

  test('changes that are not fetched stay bounded by the state', () => {
    const stage = scene({ trees: 2 });
    for (let i = 10; i < 60; i++) stage.play(`n${i}>o${i}`);
    expect(fetched(stage)).toEqual({ trees: ['n59(o59)', 'n58(o58)'], replaced: ['o58>n58', 'o59>n59'] });
  });
});

/** Reference: stores replacements as plain rows and computes everything from all of them. */
class Rows {
  rows: {
    name: string;
    newer: string | undefined;
    order: number;
    mined: boolean;
    inMempool: boolean;
    expires: number;
  }[] = [];
  order = 0;
  row(name: string) {
    return this.rows.find((row) => row.name === name);
  }
  root(name: string): string {
    const newer = this.row(name)?.newer;
    return newer === undefined ? name : this.root(newer);
  }
  tree(root: string) {
    return this.rows.filter(({ name }) => this.root(name) === root);
  }
  enter(name: string) {
    this.rows.push({ name, newer: undefined, order: ++this.order, mined: false, inMempool: false, expires: Infinity });
  }
  leave(name: string, now: number) {
    const row = this.row(name);
    if (!row?.inMempool) return;
    row.inMempool = false;
    const root = this.root(name);
    if (this.tree(root).every(({ inMempool }) => !inMempool)) this.row(root)!.expires = now + day;
  }
  back(name: string) {
    const row = this.row(name);
    if (row === undefined) return;
    Object.assign(row, { mined: false, inMempool: true });
    this.row(this.root(name))!.expires = Infinity;
  }
  mine(name: string, now: number) {
    const row = this.row(name);
    if (row === undefined) return;
    Object.assign(row, { mined: true, inMempool: true });
    this.leave(name, now);
  }
  link(newer: string, older: string[], now: number) {
    const others = older.filter((name) => name !== newer);
    for (const name of others) this.leave(name, now);
    if (this.row(newer)?.newer !== undefined) return;
    for (const name of others) if (this.row(name) === undefined) this.enter(name);
    const taken = new Set(others.map((name) => this.root(name)).filter((root) => root !== newer));
    if (taken.size === 0) return;
    if (this.row(newer) === undefined) this.enter(newer);
    const row = this.row(newer)!;
    row.order = ++this.order;
    for (const root of taken) this.row(root)!.newer = newer;
    for (const one of this.tree(newer)) one.inMempool = one.name === newer;
    row.expires = Infinity;
  }
  replaced(newer: string, older: string[], now: number) {
    this.link(newer, older, now);
    if (this.row(newer)?.inMempool === false) this.back(newer);
  }
  sweep(now: number) {
    const removed = new Set(
      this.rows.filter(({ newer, expires }) => newer === undefined && expires <= now).map(({ name }) => name),
    );
    this.rows = this.rows.filter(({ name }) => !removed.has(this.root(name)));
  }
  trees(): string[] {
    const draw = (name: string): string => {
      const below = this.rows.filter(({ newer }) => newer === name).sort((a, b) => a.order - b.order);
      const full = below.some((row) => row.name === row.name.toUpperCase()) ? '!' : '';
      const inside = below.length === 0 ? '' : `(${below.map((row) => draw(row.name)).join(' ')})`;
      return `${name}${this.row(name)!.mined ? '*' : ''}${full}${inside}`;
    };
    return this.rows
      .filter(({ newer }) => newer === undefined)
      .sort((a, b) => b.order - a.order)
      .map(({ name }) => draw(name));
  }
}

describe('random events', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'.split('');

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %d: the state equals the reference, also across restarts', (seed) => {
    const random = seededRandom(seed);
    const pick = () => letters[Math.floor(random() * letters.length)]!;
    const { play, trees, replacements } = scene();
    const restarted = scene();
    const rows = new Rows();
    let now = 10_000;
    for (let step = 0; step < 600; step++) {
      const older = Array.from({ length: 1 + Math.floor(random() * 3) }, pick);
      const name = pick();
      const kind = Math.floor(random() * 12);
      let word = `${name}>${older.join()}`;
      if (kind < 5) rows.replaced(name, older, now);
      else if (kind === 5) {
        word = `${name}#${older.join()}`;
        rows.link(name, older, now);
        rows.mine(name, now);
      } else if (kind === 6) {
        word = `*${name}`;
        rows.mine(name, now);
      } else if (kind < 9) {
        word = `-${name}`;
        rows.leave(name, now);
      } else if (kind === 9) {
        word = `+${name}`;
        rows.back(name);
      } else if (kind === 10) {
        now += Math.floor((random() * day) / 2);
        word = `@${now}`;
      } else {
        word = 'sweep';
        rows.sweep(now);
      }
      play(word);
      restarted.play(word);
      if (step % 50 === 0) restarted.replacements.load(restarted.replacements.save());
      expect(trees(), `step ${step}: ${word}`).toEqual(rows.trees());
      expect(restarted.trees()).toEqual(trees());
    }
    expect(restarted.replacements.save()).toEqual(replacements.save());
  });

  test.each([11, 12, 13])('seed %d: limits hold after every event, and answers agree', (seed) => {
    const random = seededRandom(seed);
    const pick = () => letters[Math.floor(random() * letters.length)]!;
    const limits = { trees: 4, nodesPerTree: 3, versions: 9 };
    const { play, replacements } = scene(limits);
    for (let step = 0; step < 1000; step++) {
      play(`${pick()}>${pick()},${pick()}`);
      if (random() < 0.3) play(`${['*', '-', '+'][step % 3]}${pick()}`);
      const all = replacements.list({ limit: 1000 });
      const sizeOf = ({ replaces }: RbfTree): number => replaces.reduce((sum, older) => sum + sizeOf(older), 1);
      const sizes = all.map(sizeOf);
      expect(all.length).toBeLessThanOrEqual(limits.trees);
      expect(Math.max(...sizes, 0)).toBeLessThanOrEqual(limits.nodesPerTree);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(
        letters.filter((name) => replacements.has(idOf(name))).length,
      );
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limits.versions);
      for (const tree of all) expect(replacements.tree(tree.tx.txid)).toEqual(tree);
    }
  });
});
