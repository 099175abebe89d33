/**
 * Finds the federation scripts that deposits were made to: a point multiplication for each key, about a millisecond. A
 * message is a batch of deposits; the answer has the position of each one's script among those of the batch, or the
 * text of an error.
 */
import { parentPort } from 'node:worker_threads';
import { federationScriptOf } from '@glassblock/liquid';
import { isCoded } from '@glassblock/primitives';

/** Deposits, and the scripts of the federation, newest first. */
export interface ScriptBatch {
  readonly deposits: readonly { readonly outputScript: Uint8Array; readonly claimScript: Uint8Array }[];
  readonly federationScripts: readonly Uint8Array[];
}

/** Position of the script of each deposit, -1 when it is none of them. */
export type ScriptAnswer = { readonly found: readonly number[] } | { readonly error: string };

const port = parentPort!;
port.on('message', ({ deposits, federationScripts }: ScriptBatch) => {
  port.postMessage(answerTo(deposits, federationScripts));
});

function answerTo(deposits: ScriptBatch['deposits'], federationScripts: readonly Uint8Array[]): ScriptAnswer {
  try {
    return {
      found: deposits.map(({ outputScript, claimScript }) => {
        const script = federationScriptOf(outputScript, claimScript, federationScripts);
        return script === undefined ? -1 : federationScripts.indexOf(script);
      }),
    };
  } catch (error) {
    if (!isCoded(error)) throw error;
    return { error: error.message };
  }
}
