import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subjectFaults, subjectsToCheck } from './commit-subjects.ts';

describe('subjectsToCheck', () => {
  let directory: string;
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...words], {
      cwd: directory,
      encoding: 'utf8',
    });
  const commit = (subject: string) => git('commit', '--quiet', '--allow-empty', `--message=${subject}\n\nBody.`);

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'glassblock-subjects-'));
    git('init', '--quiet', '--initial-branch=main');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('returns the newest thirty subjects where no branch of a remote is known', () => {
    for (let i = 1; i <= 32; i++) commit(`test: commit ${i}`);
    const subjects = subjectsToCheck(directory);
    expect(subjects).toHaveLength(30);
    expect([subjects[0], subjects[29]]).toEqual(['test: commit 32', 'test: commit 3']);
  });

  it("returns the commits that are not on the remote's main branch", () => {
    commit('test: published');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(subjectsToCheck(directory)).toEqual([]);
    commit('test: new');
    expect(subjectsToCheck(directory)).toEqual(['test: new']);
  });

  it('leaves out merges', () => {
    commit('test: first');
    git('checkout', '--quiet', '-b', 'side');
    commit('test: side');
    git('checkout', '--quiet', 'main');
    commit('test: main');
    git('merge', '--quiet', '--no-ff', '--message=Merge side', 'side');
    expect(subjectsToCheck(directory).sort()).toEqual(['test: first', 'test: main', 'test: side']);
  });

  it('fails where there is no repository with commits', () => {
    expect(() => subjectsToCheck(directory)).toThrow(/^git cannot list the commits of /);
  });
});

describe('subjectFaults', () => {
  it.each([
    ['index: store undo rows for the last 1,000 blocks', []],
    ['index, server: read blocks in order', []],
    ['Store undo rows', ['is not "area: imperative summary"']],
    ['index: Store undo rows', ['is not "area: imperative summary"']],
    [`index: ${'x'.repeat(66)}`, ['is longer than 72 characters']],
    ['index: use the pool at hand', ['uses pool', 'uses at hand']],
  ])('%s', (subject, faults) => {
    expect(subjectFaults(subject, [/\bpool\b/i, /\bat hand\b/i])).toEqual(faults); // check-words: allow as input of the rule
  });
});
