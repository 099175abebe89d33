import type { PageProblem } from '../ui/failures/MessagePage.tsx';
import type { Answer } from './answer.ts';

/** A widget's data, or its error. */
export interface Part<T> {
  body: T | undefined;
  problem: PageProblem | undefined;
}

/** Converts an answer to a part. */
export const partOf = <T>(answer: Answer<T>): Part<T> =>
  answer.ok ? { body: answer.body, problem: undefined } : { body: undefined, problem: answer };
