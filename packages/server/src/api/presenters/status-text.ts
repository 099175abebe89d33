import type { Status } from '@glassblock/contract';

/** JSON texts of statuses: those of mined transactions are shared objects, one per block. */
const texts = new WeakMap<Status, string>();

/** Returns the JSON text of a status. */
export function statusText(status: Status): string {
  let text = texts.get(status);
  if (text === undefined) texts.set(status, (text = JSON.stringify(status)));
  return text;
}
