import { spawnSync } from 'node:child_process';

const maxLength = 72;
const form = /^[a-z][a-z0-9,& /-]*: [a-z]/;
/** Number of commits that are checked where no main branch of a remote is known. */
const defaultCount = 30;

/**
 * Returns the subjects of the commits to check, newest first, without merges: those that are not on the remote's main branch
 * yet; without such a branch, as in a clone of one commit range or of a bundle, the newest commits.
 * @param directory of the repository
 * @throws {Error} when git cannot list the commits
 */
export function subjectsToCheck(directory: string): string[] {
  return (
    logOf(directory, ['origin/main..HEAD']) ?? logOf(directory, [`--max-count=${defaultCount}`]) ?? fail(directory)
  );
}

/** Returns the subjects that `git log` prints; undefined if it does not know the range. */
function logOf(directory: string, range: readonly string[]): string[] | undefined {
  const words = ['log', ...range, '--no-merges', '--format=%s', '--'];
  const { status, stdout } = spawnSync('git', words, { cwd: directory, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((subject) => subject !== '') : undefined;
}

function fail(directory: string): never {
  throw new Error(`git cannot list the commits of ${directory}`);
}

/** Returns the faults of a subject. @param words that it must not use */
export function subjectFaults(subject: string, words: readonly RegExp[]): string[] {
  return [
    ...(subject.length > maxLength ? [`is longer than ${maxLength} characters`] : []),
    ...(form.test(subject) ? [] : ['is not "area: imperative summary"']),
    ...words.filter((word) => word.test(subject)).map((word) => `uses ${word.exec(subject)?.[0]}`),
  ];
}
