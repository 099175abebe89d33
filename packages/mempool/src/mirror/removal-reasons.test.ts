import type { Fact } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { TestMempool } from '../../test/support/test-mempool.ts';
import { createMempoolEngine, type MempoolChanges } from '../index.ts';

//   mempool at the beginning            what may come
//
//   coin:0 - parent - child          bump  spends coin:0 (of parent)
//   coin:1 - single                  rival spends coin:1 (of single)
//   coin:2 - other

const names = ['parent', 'child', 'single', 'other', 'bump', 'rival'];

/**
 * One batch of node events: `+name`, `-name`, `C:a,b` a block with these, `D` disconnects the last block, `wait` two
 * seconds, `compare` compares the whole list.
 */
type Step = string;

async function report(steps: readonly (Step | readonly Step[])[], ageSeconds = 0): Promise<string[]> {
  const toy = new TestMempool();
  toy.add({ name: 'parent', spends: ['coin:0'], fee: 1000 });
  toy.add({ name: 'child', spends: ['parent:0'], fee: 1000 });
  toy.add({ name: 'single', spends: ['coin:1'], fee: 1000 });
  toy.add({ name: 'other', spends: ['coin:2'], fee: 1000 });
  toy.make({ name: 'bump', spends: ['coin:0'], fee: 9000 });
  toy.make({ name: 'rival', spends: ['coin:1'], fee: 9000 });
  let time = 1_700_000_000;
  const facts: Fact[] = [];
  const engine = createMempoolEngine({
    source: toy.source(),
    now: () => time,
    onFacts: (more) => facts.push(...more),
    onFrame: () => undefined,
  });
  await engine.reconcile();
  time += ageSeconds;
  facts.length = 0;
  const before = toy.bestBlock;
  for (const batch of steps) {
    const news = {
      added: [] as string[],
      removed: [] as string[],
      connected: [] as Uint8Array[],
      disconnected: [] as Uint8Array[],
    };
    let compares = false;
    for (const step of typeof batch === 'string' ? [batch] : batch) {
      if (step === 'wait') time += 2;
      else if (step === 'compare') compares = true;
      else if (step === 'D') news.disconnected.push(before);
      else if (step.startsWith('C:')) news.connected.push(toy.mine(step.slice(2).split(',').filter(Boolean)));
      else if (step.startsWith('+')) {
        toy.bring(step.slice(1));
        news.added.push(toy.id(step.slice(1)));
      } else {
        toy.remove(step.slice(1));
        news.removed.push(toy.id(step.slice(1)));
      }
    }
    if (compares) await engine.reconcile();
    else await engine.apply(news satisfies MempoolChanges);
    engine.settle();
  }
  return facts.map((fact) => {
    if (!('txid' in fact)) return fact.type;
    const nameOf = (txid: Uint8Array) => names.find((name) => toy.id(name) === displayHash(txid))!;
    if (fact.type === 'tx-added') return `+${nameOf(fact.txid)}`;
    const by = fact.by === undefined ? '' : ` by ${nameOf(fact.by)}`;
    return `-${nameOf(fact.txid)} ${fact.reason}${by}${fact.certain ? '' : '?'}`;
  });
}

describe('removal reason', () => {
  it.each<[string, (Step | readonly Step[])[], string[]]>([
    ['replaced: removal and newcomer at once', [['-single', '+rival']], ['-single replaced by rival', '+rival']],
    ['replaced: the newcomer first', [['+rival', '-single']], ['-single replaced by rival', '+rival']],
    ['replaced: the newcomer a batch later', ['-single', '+rival'], ['-single replaced by rival', '+rival']],
    ['replaced: the removal a batch later', ['+rival', '-single'], ['-single replaced by rival', '+rival']],
    [
      'replaced with its child, which spends nothing of the newcomer',
      [['-child', '-parent', '+bump']],
      ['-parent replaced by bump', '-child replaced by bump?', '+bump'],
    ],
    [
      'replaced with its child, each in a batch of its own',
      ['-child', '-parent', '+bump'],
      ['-parent replaced by bump', '-child replaced by bump?', '+bump'],
    ],
    [
      'replaced, and its child goes later',
      [['-parent', '+bump'], '-child'],
      ['-parent replaced by bump', '+bump', '-child replaced by bump?'],
    ],
    ['found replaced by comparison', [['-single', '+rival', 'compare']], ['-single replaced by rival', '+rival']],
    ['mined: the block alone, as nodes tell it', ['C:single'], ['-single mined']],
    ['mined, parent and child', ['C:parent,child'], ['-parent mined', '-child mined']],
    ['the parent mined, the child stays', ['C:parent'], ['-parent mined']],
    ['found mined by comparison', [['C:single', 'compare']], ['-single mined']],
    ['conflict: removal and block at once', [['-single', 'C:rival']], ['-single conflict by rival']],
    ['conflict: the removal a batch before the block', ['-single', 'C:rival'], ['-single conflict by rival']],
    ['conflict: the removal is not announced', ['C:rival'], ['-single conflict by rival']],
    [
      'conflict with its child',
      [['-child', '-parent', 'C:bump']],
      ['-parent conflict by bump', '-child conflict by bump?'],
    ],
    ['found in conflict by comparison', [['-single', 'C:rival', 'compare']], ['-single conflict by rival']],
    ['reorg: unexplained beside a disconnected block', [['D', '-single']], ['-single reorg?']],
    ['evicted: nothing explains it for two seconds', ['-other', 'wait', []], ['-other evicted?']],
    ['not yet: two seconds are not over', ['-other', []], []],
    ['nothing: it comes back before', ['-other', '+other', 'wait', []], ['+other']],
    ['evicted with its child', [['-child', '-parent'], 'wait', []], ['-child evicted?', '-parent evicted?']],
  ])('%s', async (_, steps, published) => {
    expect((await report(steps)).sort()).toEqual([...published].sort());
  });

  it('is expiry after two weeks when nothing else explains it', async () => {
    expect(await report(['-other', 'wait', []], 14 * 86_400)).toEqual(['-other expired?']);
    expect(await report(['-other', 'wait', []], 14 * 86_400 - 60)).toEqual(['-other evicted?']);
  });
});
