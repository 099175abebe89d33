// Page `/graphs`: redirects to the first graph.
import { redirect } from 'react-router';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { page } from '../../../url.ts';

/** Redirects to the first graph. */
async function load({ prefix }: LoadKit): Promise<Loaded<Record<string, never>>> {
  throw redirect(page.mempoolGraph(prefix));
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export default function Graphs() {
  return null;
}
