import type { NodeClient } from '@glassblock/node';
import { type OpenUtxo, openTx, sendAll } from '@glassblock/node/testing';
import { addressOf, displayHash, networks, readTransaction, seededRandom, sha256 } from '@glassblock/primitives';
import { machineMs, pause } from './clock.ts';

/** A transaction that the node accepts without a signature. */
export interface Payment {
  raw: Uint8Array;
  /** Display hex. */
  txid: string;
}

const scriptBytes = 34;
const lockTimeBytes = 4;
/** Witness bytes of one anyone-can-spend input: item count, length, and a push of 72 bytes. */
const witnessBytes = 1 + 1 + 73;

const programOf = (n: number) => sha256(new TextEncoder().encode(`receiver ${n}`));

/** Returns the P2WSH address of receiver `n`, without a known key. */
export const receiverAddress = (n: number): string => {
  const address = addressOf(new Uint8Array([0x00, 0x20, ...programOf(n)]), networks.regtest);
  if (address === undefined) throw new Error('a script of this kind has an address');
  return address;
};

/**
 * Pays most of a UTXO to a receiver.
 * @param feeSats 10 to 60 times its 130 or so vbytes, to be anywhere in the mempool
 */
export function payReceiver(utxo: OpenUtxo, receiver: number, feeSats: number): Payment {
  const { raw } = openTx([utxo], [utxo.value - feeSats]);
  // An open output is P2WSH too: replacing its 32-byte program makes it the receiver's.
  const end = raw.length - lockTimeBytes - witnessBytes;
  raw.set(programOf(receiver), end - scriptBytes + 2);
  return { raw, txid: displayHash(readTransaction(raw).txid) };
}

/** Returns payments with seeded fees; payment n goes to receiver `n % receivers`. */
export function makePayments(utxos: readonly OpenUtxo[], receivers: number, seed: number): Payment[] {
  const random = seededRandom(seed);
  return utxos.map((utxo, n) => payReceiver(utxo, n % receivers, Math.round(300 + 6_000 * random() ** 3)));
}

/**
 * Sends payments one by one at random intervals with the given mean rate per second.
 * @returns when the last one is sent
 */
export async function sendSteadily(
  client: NodeClient,
  payments: readonly Payment[],
  perSecond: number,
  seed: number,
): Promise<void> {
  const random = seededRandom(seed);
  let due = machineMs();
  const sending = new Set<Promise<void>>();
  let failure: unknown;
  for (const { raw } of payments) {
    due += (-Math.log(1 - random()) * 1_000) / perSecond;
    const early = due - machineMs();
    if (early > 1) await pause(early);
    if (failure !== undefined) throw failure;
    const sent: Promise<void> = sendAll(client, [raw])
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }
  await Promise.all(sending);
  if (failure !== undefined) throw failure;
}
