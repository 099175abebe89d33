import type { Marking } from '../../script/marks.ts';

/** Loads the script reader; undefined on failure: a list works without it. */
export const fetchMarking = (): Promise<Marking | undefined> => import('../../script/marks.ts').catch(() => undefined);
