import { expect, it } from 'vitest';
import { writeFaultOf } from './faults.ts';

it.each([
  ['IO error: /data/index/000012.log: File too large', 'File too large'],
  ['IO error: No such device', 'No such device'],
  ['EFBIG: file too large, write', 'file too large'],
  ['EIO: i/o error, fdatasync', 'i/o error'],
  ['file closed', 'file closed'],
])('names the reason of a failed write without path, code and call: %s', (message, reason) => {
  const text = `the disk refuses writes (${reason}): writing resumes when it accepts them`;
  expect(writeFaultOf(new Error(message))).toEqual({ isFull: false, text });
});

it.each(['ENOSPC: no space left on device, write', 'IO error: /data/000012.log: Disk quota exceeded'])(
  'recognizes a full disk: %s',
  (message) => {
    expect(writeFaultOf(new Error(message)).isFull).toBe(true);
  },
);
