import { describe, expect, it } from 'vitest';
import { killJournal } from '../test/kill-journal.ts';

describe('a journal whose process is killed', () => {
  it('loses nothing that was synced and gives no id twice, twenty times over', { timeout: 120_000 }, async () => {
    const { durable } = await killJournal(20, 7);
    expect(durable).toBeGreaterThan(1_000);
  });
});
