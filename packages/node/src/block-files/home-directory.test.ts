import { expect, it } from 'vitest';
import { homeDirectory } from './home-directory.ts';

const absent = () => {
  throw Object.assign(new Error('uv_os_homedir returned ENOENT'), { code: 'ERR_SYSTEM_ERROR' });
};

it('returns HOME, or the directory of the user database where HOME is no absolute path', () => {
  const record = () => '/home/a';
  expect(homeDirectory([() => '/b', record])).toBe('/b');
  for (const home of ['', 'b', './b']) expect(homeDirectory([() => home, record])).toBe('/home/a');
});

it('returns undefined for a user without an entry, and reports other errors', () => {
  expect(homeDirectory([absent, absent])).toBe(undefined);
  const failed = () => {
    throw new Error('failed');
  };
  expect(() => homeDirectory([failed])).toThrow('failed');
});
