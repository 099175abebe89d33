import { networks, parseAddress, scriptHash, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import type { OutboundTx } from '../messages/outbound-tx.ts';
import { json } from '../sending/json-text.ts';
import { createOutbox } from '../sending/outbox.ts';
import { recordedSession } from '../testing/recorded-session.ts';
import { createTopics } from '../topics.ts';
import type { MinedBlock } from '../tracker.ts';
import { scriptMark } from './script-marks.ts';
import { createWalletTracker } from './wallets.ts';

const network = networks.mainnet;
const [first, second, third] = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
] as const;

const scripts = [first, second, third].map((address) => parseAddress(address, network).script);
const markOf = (hash: string) => scriptMark(scripts.find((script) => toHex(scriptHash(script)) === hash)!);

const tx = (txid: string, ...addresses: string[]): OutboundTx => ({
  txid,
  scripts: new Set(addresses.map((address) => toHex(scriptHash(parseAddress(address, network).script)))),
  inputs: [],
  json: json({ txid } as never),
});

it('sends the transactions of a wallet in a block, each once, also when there are none', async () => {
  const topics = createTopics();
  const wallets = [
    { name: 'cold', addresses: [first, second], treasury: undefined },
    { name: 'all', addresses: [second, third], treasury: undefined },
  ];
  const tracker = createWalletTracker(network, { list: () => wallets }, topics);
  const [cold, all, none] = [recordedSession(), recordedSession(), recordedSession()];
  const mine = async (...txs: OutboundTx[]) => {
    const outbox = createOutbox();
    const block: MinedBlock = {
      id: 'b',
      txids: txs.map(({ txid }) => txid),
      tx: (position) => txs[position]!,
      async eachScript(marks, then) {
        for (const [position, { scripts }] of txs.entries())
          for (const hash of scripts) if (marks.has(markOf(hash))) then(hash, position);
      },
    };
    await tracker.onBlock!(block, outbox);
    await outbox.flush();
  };
  expect(tracker.needsBlocks).toBe(false);
  tracker.follow(cold.session, 'cold');
  tracker.follow(all.session, 'all');
  for (const name of ['other', '__proto__', undefined]) tracker.follow(none.session, name);
  expect(tracker.needsBlocks).toBe(true);
  expect([cold, all, none].map(({ session }) => tracker.waitsForBlock!(session))).toEqual([true, true, false]);

  await mine(tx('a', first, second), tx('b', third), tx('c'));
  expect(cold.take()).toEqual([{ 'wallet-transactions': [{ txid: 'a' }] }]);
  expect(all.take()).toEqual([{ 'wallet-transactions': [{ txid: 'a' }, { txid: 'b' }] }]);
  await mine(tx('d', third));
  expect(cold.take()).toEqual([{ 'wallet-transactions': [] }]);

  tracker.follow(cold.session, 'other');
  topics.forget(all.session);
  expect(tracker.needsBlocks).toBe(false);
  await mine(tx('e', first));
  expect([cold, none].flatMap(({ take }) => take())).toEqual([]);
});
