// Page `/search`: results for a text without a single match; the search form without JavaScript.
import type { AddressValidation, BlockAtTime, LightningHits, MiningPoolName } from '@glassblock/contract';
import { Fragment } from 'react';
import { Link, type MetaArgs, redirect, redirectDocument, useLoaderData } from 'react-router';
import { usePlace, useSite } from '../../../context/site-context.ts';
import type { Api } from '../../../data/answer.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { addressBeginning, findAddressesByPrefix } from '../../../data/search/find-addresses.ts';
import { lightningSearchPath } from '../../../data/search/lightning-search.ts';
import { matchingMiningPools } from '../../../data/search/matching-mining-pools.ts';
import { recognise, type SearchGuess } from '../../../data/search/recognise.ts';
import { hasLightning, pathOf, type SiteNetwork } from '../../../data/site/site.ts';
import { lightningPage } from '../../../features/lightning/lightning-url.ts';
import { maxSearchLength } from '../../../features/search/hooks/use-search-keys.ts';
import { MatchedAddress } from '../../../features/search/MatchedAddress.tsx';
import { foundRows, networkLabel } from '../../../features/search/rows.ts';
import searchStyles from '../../../features/search/search.module.css';
import { addressSearchScope } from '../../../features/search/search-scope.ts';
import foundTexts from '../../../messages/en.json?found';
import texts from '../../../messages/en.json?searched';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { MessagePage, type PageProblem, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import { useHiddenQuery } from '../../../ui/hooks/use-hidden-query.ts';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';
import { passToDesk } from '../../../wallet/pending-input.ts';

/** Result for a private key or seed phrase in a link, of which nothing is looked up or shown. */
const secretInLink = {
  page: {
    isSecret: true,
    what: '',
    typedPrefix: '',
    addresses: [],
    miningPools: [],
    lightning: undefined,
    problem: undefined,
    unknownTxid: undefined,
    elsewhere: undefined,
  },
  status: 400,
};

/** Redirects to the page of a search text; the first match that the server finds is used. */
async function load(given: LoadKit) {
  /** Failed lookups: the object may exist even if nothing was found. */
  const problems: PageProblem[] = [];
  const ask: Api = {
    async get<T>(path: string, use?: 'once') {
      const answer = await given.api.get<T>(path, use);
      if (!answer.ok && (answer.status === 0 || answer.status >= 500)) problems.push(answer);
      return answer;
    },
  };
  const kit = { ...given, api: ask };
  const what = (kit.query.get('q') ?? '').trim().slice(0, maxSearchLength);
  const guesses = recognise(what, kit.network, undefined);
  // see `ssr/posted-form.ts`
  if (kit.query.has('refused') || guesses[0]?.kind === 'secret') return secretInLink;
  for (const guess of guesses) {
    const to = await pageOf(kit, guess);
    if (to !== undefined) throw isOnLiquid(kit, guess) ? redirectDocument(to) : redirect(to);
  }
  const miningPools = await poolsOf(kit, what);
  const miningPool = onlyPool(miningPools, what);
  if (miningPool !== undefined) throw redirect(page.miningPool(kit.prefix, miningPool.slug));
  const lightning = await lightningHits(kit, what);
  const lightningPath = lightningPageOf(kit, what, lightning);
  if (lightningPath !== undefined) throw redirect(lightningPath);
  const typedPrefix = addressBeginning(what, kit.network) ?? '';
  const addresses = (typedPrefix === '' ? undefined : await findAddressesByPrefix(ask, kit.prefix, typedPrefix)) ?? [];
  const [only] = addresses;
  if (addresses.length === 1 && only !== undefined) throw redirect(page.address(kit.prefix, only));
  const found = { isSecret: false, what, typedPrefix, addresses, miningPools, lightning };
  const none = { problem: undefined, unknownTxid: undefined, elsewhere: undefined };
  if (addresses.length > 0 || hasMatches(found)) return { page: { ...found, ...none } };
  const [problem] = problems;
  const status = problem === undefined ? 404 : problem.status || 503;
  const unknownTxid = guesses.find(({ kind }) => kind === 'tx' || kind === 'output')?.value;
  const other = guesses.find(({ kind, network }) => kind === 'other' || network !== undefined);
  const elsewhere = other === undefined ? undefined : networkLabel(other.network ?? other.networks?.[0] ?? '');
  return { page: { ...found, problem, unknownTxid, elsewhere }, ...(what !== '' && { status }) };
}

/** Results that the server finds by name. */
interface Found {
  miningPools: MiningPoolName[];
  lightning: LightningHits | undefined;
}

const hasMatches = ({ miningPools, lightning }: Found): boolean =>
  miningPools.length > 0 || (lightning !== undefined && lightning.nodes.length + lightning.channels.length > 0);

/** Returns the mining pools whose names contain the text. */
async function poolsOf({ api: ask, prefix, site }: LoadKit, what: string): Promise<MiningPoolName[]> {
  if (site.mining !== true || what.length < 3) return [];
  const miningPools = await ask.get<MiningPoolName[] | undefined>(api.miningPools(prefix), 'once');
  return matchingMiningPools(miningPools.ok && Array.isArray(miningPools.body) ? miningPools.body : [], what);
}

/** Returns the mining pool of that name, or the only one. */
const onlyPool = (found: readonly MiningPoolName[], what: string): MiningPoolName | undefined =>
  found.find(({ name }) => name.toLowerCase() === what.toLowerCase()) ?? (found.length === 1 ? found[0] : undefined);

/** Returns the nodes and channels that match; undefined without a Lightning graph. */
async function lightningHits(
  { api: ask, prefix, network, site }: LoadKit,
  what: string,
): Promise<LightningHits | undefined> {
  const path = hasLightning(site, network) ? lightningSearchPath(prefix, what) : undefined;
  const found = path === undefined ? undefined : await ask.get<LightningHits>(path, 'once');
  return found?.ok ? found.body : undefined;
}

/** Returns the page of the node whose key or alias it is, of the only matching node, or of the channel with this id. */
function lightningPageOf({ prefix }: LoadKit, what: string, hits: LightningHits | undefined): string | undefined {
  const { nodes, channels } = hits ?? { nodes: [], channels: [] };
  const typed = what.toLowerCase();
  const node =
    nodes.find(({ public_key, alias }) => public_key === typed || alias.toLowerCase() === typed) ??
    (nodes.length === 1 ? nodes[0] : undefined);
  if (node !== undefined) return lightningPage.node(prefix, node.public_key);
  const channel = channels.find(({ id, short_id }) => short_id === typed || String(id) === typed);
  return channel && lightningPage.channel(prefix, channel.short_id);
}

/** Returns the other network of a search result; undefined for this one, null when this site does not serve it. */
function otherNetwork(
  { site }: LoadKit,
  { kind, network, networks = [] }: SearchGuess,
): SiteNetwork | null | undefined {
  const names = kind === 'other' ? networks : network === undefined ? undefined : [network];
  return names && (site.networks.find(({ name }) => names.includes(name)) ?? null);
}

/** Pages of Liquid networks have a router of their own. */
const isOnLiquid = (kit: LoadKit, guess: SearchGuess): boolean => otherNetwork(kit, guess)?.isLiquid === true;

/** Returns the path of the network that a search result belongs to; undefined when this site does not serve it. */
function prefixFor(kit: LoadKit, guess: SearchGuess): string | undefined {
  const other = otherNetwork(kit, guess);
  if (other === undefined) return kit.prefix;
  return other === null ? undefined : pathOf(other, kit.site.rootNetwork);
}

/** Returns the newest block at or before a time, else the first block. */
async function blockNear(kit: LoadKit, prefix: string, time: number): Promise<string | undefined> {
  const isFuture = time > Date.now() / 1000;
  if (isFuture) {
    const tip = await kit.api.get<string | number>(api.tipHeight(prefix));
    return tip.ok ? page.block(prefix, String(tip.body).trim()) : undefined;
  }
  const last = await kit.api.get<BlockAtTime>(api.blockAtTime(prefix, time));
  if (last.ok) return page.block(prefix, last.body.hash);
  const first = await kit.api.get<string>(api.hashAt(prefix, '0'));
  return first.ok ? page.block(prefix, first.body.trim()) : undefined;
}

async function pageOf(kit: LoadKit, guess: SearchGuess): Promise<string | undefined> {
  const ask = kit.api;
  if (guess.kind === 'wallet') return page.walletDesk(kit.prefix);
  const prefix = prefixFor(kit, guess);
  if (prefix === undefined) return undefined;
  if (guess.kind === 'height') {
    const hash = await ask.get<string>(api.hashAt(prefix, guess.value));
    return hash.ok ? page.block(prefix, hash.body.trim()) : undefined;
  }
  if (guess.time !== undefined) return blockNear(kit, prefix, guess.time);
  if (guess.kind === 'other') return page.address(prefix, guess.value);
  if (guess.kind === 'block') {
    const block = await ask.get(api.block(prefix, guess.value));
    return block.ok ? page.block(prefix, guess.value) : undefined;
  }
  if (guess.kind === 'address') {
    const valid = await ask.get<AddressValidation>(api.validateAddress(prefix, guess.value));
    return valid.ok && !valid.body.isvalid ? undefined : page.address(prefix, guess.value);
  }
  if (guess.kind === 'key') {
    const hits = await lightningHits(kit, guess.value);
    return lightningPageOf(kit, guess.value, hits) ?? page.address(prefix, guess.value);
  }
  const tx = await ask.get(api.tx(prefix, guess.value));
  if (tx.ok)
    return guess.kind === 'output' ? page.output(prefix, guess.value, guess.vout ?? 0) : page.tx(prefix, guess.value);
  // On networks with little work a block hash need not start with zeros.
  const block = await ask.get(api.block(prefix, guess.value));
  return block.ok ? page.block(prefix, guess.value) : undefined;
}

export const loader = onServer(load);
export const clientLoader = inBrowser((kit) => {
  const [guess] = recognise((kit.query.get('q') ?? '').trim(), kit.network, undefined);
  // keys are passed on outside of the URL, which is not in the history yet
  if (guess?.kind === 'wallet' || guess?.kind === 'secret') {
    passToDesk(guess.value);
    throw redirect(page.walletDesk(kit.prefix));
  }
  return load(kit);
});
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Search', matches) },
  { name: 'robots', content: 'noindex' },
];

export default function SearchRoute() {
  const data = useLoaderData<typeof loader>();
  const { isSecret, what, typedPrefix, addresses, problem, unknownTxid, elsewhere } = data;
  const { label } = usePlace();
  useHiddenQuery(isSecret);
  return (
    <main className={pageStyles.page} id="main">
      <MoreTexts texts={texts}>
        {isSecret ? (
          <MessagePage title="search.secret.title" text="search.secret.text" home />
        ) : what === '' ? (
          <MessagePage title="search.title" text="search.empty.text" home />
        ) : addresses.length > 0 ? (
          <AddressPrefixGroup what={what} typedPrefix={typedPrefix} addresses={addresses} />
        ) : hasMatches(data) ? (
          <MoreTexts texts={foundTexts}>
            <Matches what={what} found={data} />
          </MoreTexts>
        ) : problem !== undefined ? (
          <ProblemPage problem={problem} />
        ) : elsewhere !== undefined ? (
          <MessagePage title="search.other.title" text="search.other.text" values={{ network: elsewhere }} home />
        ) : unknownTxid !== undefined ? (
          <UnknownTx txid={unknownTxid} />
        ) : (
          <MessagePage title="search.none.title" text="search.none.text" values={{ what, network: label }} home />
        )}
      </MoreTexts>
    </main>
  );
}

/** Offers to wait for a transaction that is in neither chain nor mempool. */
function UnknownTx({ txid }: { txid: string }) {
  const { label, prefix } = usePlace();
  const text = useText();
  return (
    <MessagePage title="search.watch.title" text="search.watch.text" values={{ network: label }} detail={txid}>
      <p>
        <Link className="button" to={page.tx(prefix, txid)}>
          {text('search.watch.link')}
        </Link>
      </p>
    </MessagePage>
  );
}

/**
 * Addresses with the searched prefix.
 * @param typedPrefix in canonical form
 */
function AddressPrefixGroup({
  what,
  typedPrefix,
  addresses,
}: {
  what: string;
  typedPrefix: string;
  addresses: readonly string[];
}) {
  const { label, prefix } = usePlace();
  const { addressSearch } = useSite();
  const text = useText();
  return (
    <section className={cardStyles.card} data-part="card">
      <h1>{text('search.prefix.title', { what })}</h1>
      <p className={`quiet ${searchStyles.begunNote}`} data-part="begun-note">
        {text('search.prefix.text', { network: label, where: addressSearchScope(addressSearch) })}
      </p>
      <ul className={searchStyles.addressesBegun} data-part="addresses-begun">
        {addresses.map((address) => (
          <li key={address}>
            <Link to={page.address(prefix, address)}>
              <MatchedAddress text={address} prefixLength={typedPrefix.length} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists results by kind. */
function Matches({ what, found }: { what: string; found: Found }) {
  const text = useText();
  const { prefix, label } = usePlace();
  const { networks, rootNetwork } = useSite();
  const things = { ...found, typed: what, guesses: [], typedPrefix: undefined, addresses: [] };
  const rows = foundRows(things, { prefix, label, networks, rootNetwork }, text);
  return (
    <section className={cardStyles.card} data-part="card">
      <h1>{text('search.matches.title', { what })}</h1>
      {[...new Set(rows.map(({ group }) => group))].map((group) => (
        <Fragment key={group}>
          <h2 className={pageStyles.sectionTitle}>{group}</h2>
          <ul className={searchStyles.addressesBegun}>
            {rows
              .filter((row) => row.group === group)
              .map(({ key, text: name, note, to = '', away = false }) => (
                <li key={key}>
                  <Link to={to} className={searchStyles.match}>
                    <bdi className={away ? 'quiet' : undefined}>{name}</bdi>
                    {note !== undefined && <span className="quiet">{note}</span>}
                  </Link>
                </li>
              ))}
          </ul>
        </Fragment>
      ))}
    </section>
  );
}
