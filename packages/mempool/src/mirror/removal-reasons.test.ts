import type { Fact } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { TestMempool } from '../../test/support/test-mempool.ts';
import { createMempoolEngine, type MempoolChanges } from '../index.ts';

//   initial mempool                  possible later transactions
//
//   utxo:0 - parent - child          bump  spends utxo:0 (of parent)
//   utxo:1 - single                  alt   spends utxo:1 (of single)
//   utxo:2 - other

const names = ['parent', 'child', 'single', 'other', 'bump', 'alt'];

/**
 * One batch of node events: `+name`, `-name`, `C:a,b` a block with these, `D` disconnects the last block, `wait` two
 * seconds, `compare` compares the whole list.
 */
type Step = string;

async function report(steps: readonly (Step | readonly Step[])[], ageSeconds = 0): Promise<string[]> {
  const toy = new TestMempool();
  toy.add({ name: 'parent', spends: ['utxo:0'], fee: 1000 });
  toy.add({ name: 'child', spends: ['parent:0'], fee: 1000 });
  toy.add({ name: 'single', spends: ['utxo:1'], fee: 1000 });
  toy.add({ name: 'other', spends: ['utxo:2'], fee: 1000 });
  toy.make({ name: 'bump', spends: ['utxo:0'], fee: 9000 });
  toy.make({ name: 'alt', spends: ['utxo:1'], fee: 9000 });
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
    if (fact.type !== 'tx-added' && fact.type !== 'tx-removed') return fact.type;
    const nameOf = (txid: Uint8Array) => names.find((name) => toy.id(name) === displayHash(txid))!;
    if (fact.type === 'tx-added') return `+${nameOf(fact.txid)}`;
    const by = fact.by === undefined ? '' : ` by ${nameOf(fact.by)}`;
    return `-${nameOf(fact.txid)} ${fact.reason}${by}${fact.certain ? '' : '?'}`;
  });
}

describe('removal reason', () => {
  it.each<[string, (Step | readonly Step[])[], string[]]>([
    ['replaced: removal and replacement in one batch', [['-single', '+alt']], ['-single replaced by alt', '+alt']],
    ['replaced: replacement first', [['+alt', '-single']], ['-single replaced by alt', '+alt']],
    ['replaced: replacement one batch later', ['-single', '+alt'], ['-single replaced by alt', '+alt']],
    ['replaced: removal one batch later', ['+alt', '-single'], ['-single replaced by alt', '+alt']],
    [
      'replaced with a child that spends nothing of the replacement',
      [['-child', '-parent', '+bump']],
      ['-parent replaced by bump', '-child replaced by bump?', '+bump'],
    ],
    [
      'replaced with its child, in separate batches',
      ['-child', '-parent', '+bump'],
      ['-parent replaced by bump', '-child replaced by bump?', '+bump'],
    ],
    [
      'replaced, child removed later',
      [['-parent', '+bump'], '-child'],
      ['-parent replaced by bump', '+bump', '-child replaced by bump?'],
    ],
    ['found replaced by comparison', [['-single', '+alt', 'compare']], ['-single replaced by alt', '+alt']],
    ['mined: block alone, as nodes announce it', ['C:single'], ['-single mined']],
    ['mined, parent and child', ['C:parent,child'], ['-parent mined', '-child mined']],
    ['parent mined, child stays', ['C:parent'], ['-parent mined']],
    ['found mined by comparison', [['C:single', 'compare']], ['-single mined']],
    ['conflict: removal and block in one batch', [['-single', 'C:alt']], ['-single conflict by alt']],
    ['conflict: removal one batch before the block', ['-single', 'C:alt'], ['-single conflict by alt']],
    ['conflict: removal not announced', ['C:alt'], ['-single conflict by alt']],
    [
      'conflict with its child',
      [['-child', '-parent', 'C:bump']],
      ['-parent conflict by bump', '-child conflict by bump?'],
    ],
    ['found in conflict by comparison', [['-single', 'C:alt', 'compare']], ['-single conflict by alt']],
    ['reorg: unexplained removal with a disconnected block', [['D', '-single']], ['-single reorg?']],
    ['evicted: unexplained for two seconds', ['-other', 'wait', []], ['-other evicted?']],
    ['no event before two seconds have passed', ['-other', []], []],
    ['no event when it returns within two seconds', ['-other', '+other', 'wait', []], ['+other']],
    ['evicted with its child', [['-child', '-parent'], 'wait', []], ['-child evicted?', '-parent evicted?']],
  ])('%s', async (_, steps, published) => {
    expect((await report(steps)).sort()).toEqual([...published].sort());
  });

  it('is expired after two weeks if unexplained', async () => {
    expect(await report(['-other', 'wait', []], 14 * 86_400)).toEqual(['-other expired?']);
    expect(await report(['-other', 'wait', []], 14 * 86_400 - 60)).toEqual(['-other evicted?']);
  });
});
