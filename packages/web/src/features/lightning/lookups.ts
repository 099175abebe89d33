import type { LightningLookups } from '@glassblock/contract';
import { createContext, use } from 'react';
import type { Api } from '../../data/answer.ts';
import { lightningApi } from './lightning-url.ts';

/** Whether capacities of the page are unknown or partial: funding outputs are still looked up in the index. */
export const PendingContext = createContext(false);

/** Requests whether funding outputs are still looked up; false if the request fails. */
export async function askPending(ask: Api, prefix: string): Promise<boolean> {
  const answer = await ask.get<LightningLookups>(lightningApi.lookups(prefix), 'once');
  return answer.ok && answer.body.pending;
}

/** Returns the test whether a figure is unknown: it is 0 while funding outputs are still looked up. */
export function useIsUnknown(): (figure: number) => boolean {
  const isPending = use(PendingContext);
  return (figure) => isPending && figure === 0;
}
