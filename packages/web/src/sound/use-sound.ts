import { useEffect, useRef, useState } from 'react';
import { usePreferences } from '../context/preferences.tsx';
import type { AddressNews, TrackedTx } from '../live/live-state.ts';
import type { Wallet } from '../live/reducers/fold-wallet.ts';
import type { SoundName } from './sounds.ts';

/** Plays a sound whenever another one comes, if the visitor asked for sounds; the player is loaded with the first. */
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

/** The followed transaction was confirmed. */
export function useTxSound(tracked: TrackedTx | undefined, wasAccelerated: boolean): void {
  useSound(tracked?.block && { name: wasAccelerated ? 'wind-chimes-harp-ascend' : 'magic', key: tracked.block.id });
}

/** There is a new one among the accelerations that wait. @param list  by txid; undefined: not known yet */
export function useAccelerationSound(list: ReadonlyMap<string, unknown> | undefined): void {
  const [seen, see] = useState({ list, times: 0 });
  if (seen.list !== list) see({ list, times: seen.times + (hasNewcomer(seen.list, list) ? 1 : 0) });
  useSound({ name: 'bright-harmony', key: String(seen.times) });
}

/** Whether a list has what the one before did not have; the first one has nothing new. */
export const hasNewcomer = (
  before: ReadonlyMap<string, unknown> | undefined,
  now: ReadonlyMap<string, unknown> | undefined,
): boolean => before !== undefined && now !== undefined && [...now.keys()].some((key) => !before.has(key));

/** A group of addresses gained, or it did not. */
export function useWalletSound(last: Wallet['last']): void {
  useSound(last && { name: last.net > 0 ? 'cha-ching' : 'chime', key: String(last.key) });
}

/** Something came to the address, left it, or was confirmed. @param change  net change of a transaction for the address, sats */
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
