import { useEffect, useRef, useState } from 'react';
import { usePreferences } from '../context/preferences.tsx';
import type { AddressNews, TrackedTx } from '../live/live-state.ts';
import type { Wallet } from '../live/reducers/fold-wallet.ts';
import type { SoundName } from './sounds.ts';

/** Plays a sound when its key changes, if sounds are enabled; the player is loaded on demand. */
function useSound(sound: { name: SoundName; key: string } | undefined): void {
  const { sounds } = usePreferences().preferences;
  const played = useRef(sound?.key);
  const key = sound?.key;
  const name = sound?.name;
  useEffect(() => {
    if (name === undefined || key === undefined || played.current === key) return;
    played.current = key;
    if (sounds)
      import('./player.ts').then(
        ({ playSound }) => playSound(name),
        (error: unknown) => console.info('sound', error),
      );
  }, [key, name, sounds]);
}

/** Plays a sound when the faucet has paid. @param txid of the payment */
export function useFaucetSound(txid: string | undefined): void {
  useSound(txid === undefined ? undefined : { name: 'cha-ching', key: txid });
}

/** Plays a sound when the followed transaction is confirmed. */
export function useTxSound(tracked: TrackedTx | undefined, wasAccelerated: boolean): void {
  useSound(tracked?.block && { name: wasAccelerated ? 'wind-chimes-harp-ascend' : 'magic', key: tracked.block.id });
}

/**
 * Plays a sound for a new active acceleration.
 * @param list by txid; undefined: not loaded yet
 */
export function useAccelerationSound(list: ReadonlyMap<string, unknown> | undefined): void {
  const [seen, see] = useState({ list, times: 0 });
  if (seen.list !== list) see({ list, times: seen.times + (hasNewcomer(seen.list, list) ? 1 : 0) });
  useSound({ name: 'bright-harmony', key: String(seen.times) });
}

/** Returns true when a list has entries that the previous one had not; false for the first list. */
export const hasNewcomer = (
  before: ReadonlyMap<string, unknown> | undefined,
  now: ReadonlyMap<string, unknown> | undefined,
): boolean => before !== undefined && now !== undefined && [...now.keys()].some((key) => !before.has(key));

/** Plays a sound when a group of addresses receives or sends. */
export function useWalletSound(last: Wallet['last']): void {
  useSound(last && { name: last.net > 0 ? 'cha-ching' : 'chime', key: String(last.key) });
}

/**
 * Plays a sound for a change of the address.
 * @param change net change of a transaction for the address, sats
 */
export function useAddressSound(
  news: readonly AddressNews[] | undefined,
  change: (tx: AddressNews['txs'][number]) => number,
): void {
  const last = news?.at(-1);
  const first = last?.txs[0];
  const name: SoundName | undefined =
    last === undefined || first === undefined || last.kind === 'removed'
      ? undefined
      : last.kind === 'confirmed'
        ? 'magic'
        : change(first) >= 0
          ? 'cha-ching'
          : 'chime';
  useSound(name === undefined ? undefined : { name, key: String(news?.length) });
}
