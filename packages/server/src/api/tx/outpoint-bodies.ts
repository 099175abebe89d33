import { jsonList } from '../json-body.ts';
import { refuse } from './hex-bodies.ts';
import { isTxid, type OutpointText } from './transactions.ts';

const maxOutpoints = 100;

/** Reads a JSON list of at most 100 outpoints. @throws {CodedError} v1.outpoints, v1.outpoints-many */
export function outpointsIn(body: string): OutpointText[] {
  const list = jsonList(body, 'v1.outpoints');
  if (list.length > maxOutpoints) throw refuse('v1.outpoints-many', list.length);
  return list.map((item) => {
    const { txid, vout } = (typeof item === 'object' && item !== null ? item : {}) as {
      txid?: unknown;
      vout?: unknown;
    };
    const isVout = typeof vout === 'number' && Number.isInteger(vout) && vout >= 0 && vout <= 0xffffffff;
    if (typeof txid !== 'string' || !isTxid(txid) || !isVout) throw refuse('v1.outpoints');
    return { txid: txid.toLowerCase(), vout };
  });
}
