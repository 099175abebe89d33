import { describe, expect, it } from 'vitest';
import { killJournal } from '../../test/kill-journal.ts';

describe('a journal whose process is killed', () => {
  it('loses no synced event and assigns no id twice, in ten runs', async () => {
    const { durable } = await killJournal(10, 7);
    expect(durable).toBeGreaterThan(1_000);
  });
});
