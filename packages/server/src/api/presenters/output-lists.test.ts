import type { Outspend, Status, Utxo } from '@glassblock/contract';
import { expect, it } from 'vitest';
import { outspendsJson, utxosJson } from './output-lists.ts';
import { unconfirmed } from './present-tx.ts';

const id = 'ab'.repeat(32);
const mined: Status = { confirmed: true, block_height: 7, block_hash: '0f'.repeat(32), block_time: 1_231_006_505 };

it('utxosJson equals JSON.stringify', async () => {
  const lists: Utxo[][] = [
    [],
    [{ txid: id, vout: 0, status: unconfirmed, value: 0 }],
    [
      { txid: id, vout: 4_294_967_295, status: mined, value: 2_100_000_000_000_000 },
      { txid: id, vout: 1, status: mined, value: 546 },
      { txid: id, vout: 2, status: { ...mined, block_height: 8 }, value: 1 },
    ],
  ];
  for (const list of lists) expect((await utxosJson(list)).text).toBe(JSON.stringify(list));
});

it('outspendsJson equals JSON.stringify', async () => {
  const lists: Outspend[][] = [
    [],
    [{ spent: false }],
    [
      { spent: true, txid: id, vin: 3, status: mined },
      { spent: false },
      { spent: true, vin: 0, status: mined },
      { spent: true, txid: id, vin: 1, status: unconfirmed },
    ],
  ];
  for (const list of lists) expect((await outspendsJson(list)).text).toBe(JSON.stringify(list));
});
