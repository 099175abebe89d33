import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { diskFault } from './disk-room.ts';

it('names the room that is needed, as a disk with less is not full for its operator', () => {
  expect(diskFault(tmpdir(), 1e18)).toBe(
    'the disk that holds the index is full: writing resumes when 1000000000000 MB are free',
  );
  expect(diskFault(tmpdir(), 1)).toBeUndefined();
});
