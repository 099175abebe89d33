import type { AutoAccelerations, StoredCards } from '@glassblock/contract/services';
import { useCallback, useEffect, useState } from 'react';
import { type ServiceAnswer, useServices } from './service-client.ts';

/** The signed-in user, as the account route answers. */
export interface AccountUser {
  username: string;
  email: string | null;
  passwordIsSet: boolean;
}

/** Data of the account page; amounts in sats. */
export interface AccountData {
  user: AccountUser;
  balance: { balance: number; hold: number; feesPaid: number };
  /** `date` in milliseconds. */
  topUps: { type: string; invoiceId: string; amount: number; status: string; date: number; link: string | null }[];
  accelerations: { id: number; txid: string; status: string; fee_paid: number; max_bid: number; added: number }[];
  auto: AutoAccelerations;
  passkeys: { id: number; name: string; added: number; lastUsed: number | null }[];
  keys: { id: number; name: string; added: number }[];
  sessions: { id: number; added: number; seen: number; client: string; current: boolean }[];
  /** Empty text: the server stores no cards. */
  cards: StoredCards | '';
}

/** The account: loading, signed out, failed with an error code, or its data. */
export type AccountState = 'loading' | 'signed-out' | { word: string } | AccountData;

const routes = {
  user: '/account',
  balance: '/accelerator/balance',
  topUps: '/accelerator/top-up-history',
  accelerations: '/accelerator/history?status=all',
  auto: '/accelerator/auto-accelerate/history',
  passkeys: '/account/passkeys',
  keys: '/account/keys',
  sessions: '/account/sessions',
  cards: '/account/cards',
} as const satisfies Record<keyof AccountData, string>;

/** Loads the account of the session. @returns the function that reloads it, after a change */
export function useAccount(): readonly [AccountState, () => Promise<void>] {
  const call = useServices();
  const [state, setState] = useState<AccountState>('loading');
  const load = useCallback(async () => {
    const names = Object.keys(routes) as (keyof AccountData)[];
    // first: each request without a session is an error in the console of the browser
    const user = await call(routes.user);
    const answers: ServiceAnswer<unknown>[] = user.ok
      ? await Promise.all(names.map((name) => (name === 'user' ? user : call(routes[name]))))
      : [user];
    const failed = answers.find((answer) => !answer.ok);
    if (failed !== undefined && !failed.ok)
      return setState(
        failed.word === 'invalid_user' || failed.word === 'unauthorized' ? 'signed-out' : { word: failed.word },
      );
    const values = names.map((name, place) => [name, (answers[place] as { body: unknown }).body]);
    setState(Object.fromEntries(values) as AccountData);
  }, [call]);
  useEffect(() => {
    void load();
  }, [load]);
  return [state, load];
}
