import type { Marking } from '../../script/marks.ts';

/** Fetches what reads scripts; undefined when its script does not come: a list is good without. */
export const fetchMarking = (): Promise<Marking | undefined> => import('../../script/marks.ts').catch(() => undefined);
