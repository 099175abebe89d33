import type { AddressValidation } from '@glassblock/contract';
import { redirect, useLoaderData } from 'react-router';
import { Sentence } from '../../components/Sentence.tsx';
import { usePlace } from '../../components/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../data/load.ts';
import { type Guess, recognise } from '../../data/recognise.ts';
import { api, page } from '../../url.ts';

/** Finds the page a text means and goes there; the first guess the server knows wins. */
async function load(kit: LoadKit) {
  const what = (kit.query.get('q') ?? '').trim().slice(0, 200);
  for (const guess of recognise(what, kit.network, undefined)) {
    const to = await pageOf(kit, guess);
    if (to !== undefined) throw redirect(to);
  }
  return { page: { what }, ...(what !== '' && { status: 404 }) };
}

async function pageOf({ api: ask, prefix }: LoadKit, guess: Guess): Promise<string | undefined> {
  if (guess.kind === 'height') {
    const hash = await ask.get<string>(api.hashAt(prefix, guess.value));
    return hash.ok ? page.block(prefix, hash.body.trim()) : undefined;
  }
  if (guess.kind === 'block') {
    const block = await ask.get(api.block(prefix, guess.value));
    return block.ok ? page.block(prefix, guess.value) : undefined;
  }
  if (guess.kind === 'address') {
    const valid = await ask.get<AddressValidation>(api.validateAddress(prefix, guess.value));
    return valid.ok && !valid.body.isvalid ? undefined : page.address(prefix, guess.value);
  }
  if (guess.kind === 'key') return page.address(prefix, guess.value);
  const tx = await ask.get(api.tx(prefix, guess.value));
  if (tx.ok)
    return guess.kind === 'output' ? page.output(prefix, guess.value, guess.vout ?? 0) : page.tx(prefix, guess.value);
  // On networks of little work a block hash need not begin with zeros.
  const block = await ask.get(api.block(prefix, guess.value));
  return block.ok ? page.block(prefix, guess.value) : undefined;
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = () => [{ title: 'Search · Glassblock' }, { name: 'robots', content: 'noindex' }];

export default function SearchRoute() {
  const { what } = useLoaderData<typeof loader>();
  const { label } = usePlace();
  return (
    <main className="page" id="main">
      {what === '' ? (
        <Sentence title="search.title" text="search.empty.text" home />
      ) : (
        <Sentence title="search.none.title" text="search.none.text" values={{ what, network: label }} home />
      )}
    </main>
  );
}
