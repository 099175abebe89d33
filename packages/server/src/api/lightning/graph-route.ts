import type { NetworkContext } from '../../network/network-context.ts';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import { type Handler, plain, requiring } from '../call.ts';
import { lightningOf } from './requested-lightning.ts';

/** Returns a handler of a route that needs a Lightning graph. */
export const graphRoute = <I, T>(
  run: (lightning: Lightning, input: I, context: NetworkContext) => Promise<T> | T,
): Handler<I> =>
  requiring(
    lightningOf,
    plain<I, T>((context, input) => run(lightningOf(context), input, context)),
  );
