import { api } from '../../url.ts';
import type { Api } from '../answer.ts';
import { base58, formOf } from './recognise.ts';

/** Maximum rows of a search. */
const maxRows = 10;

const bech32 = '[ac-hj-np-z02-9]{2,87}';

/** Address prefixes with two more characters: the minimum for a search. */
const beginnings: Readonly<Record<string, RegExp>> = {
  mainnet: new RegExp(`^([13]${base58}{2,33}|bc1${bech32})$`),
  testnet: new RegExp(`^([mn2]${base58}{2,33}|tb1${bech32})$`),
  regtest: new RegExp(`^([mn2]${base58}{2,33}|bcrt1${bech32})$`),
  // confidential addresses begin with their blinding key, by which the server cannot search
  liquid: new RegExp(`^([GHPQ]${base58}{2,33}|ex1${bech32})$`),
  liquidtestnet: new RegExp(`^([FG89]${base58}{2,33}|tex1${bech32})$`),
  liquidregtest: new RegExp(`^([2X]${base58}{2,33}|ert1${bech32})$`),
};

/** Returns the canonical address prefix for a typed text: bech32 in lower case. */
export function addressBeginning(typed: string, network: string): string | undefined {
  const text = typed.trim().replace(/^(bc|tb|bcrt|ex|tex|ert)1.*/i, (whole) => whole.toLowerCase());
  return beginnings[formOf[network] ?? network]?.test(text) ? text : undefined;
}

/**
 * Searches addresses by prefix; undefined on failure.
 * @param typedPrefix from `addressBeginning`
 */
export async function findAddressesByPrefix(
  ask: Api,
  prefix: string,
  typedPrefix: string,
): Promise<string[] | undefined> {
  const answer = await ask.get<unknown>(api.addressPrefix(prefix, typedPrefix));
  if (!answer.ok) return undefined;
  const all = Array.isArray(answer.body) ? (answer.body as unknown[]) : [];
  return narrowed(
    all.filter((one) => typeof one === 'string'),
    typedPrefix,
  );
}

/** Filters addresses by prefix, at most ten; a single one that is typed completely is left out. */
export function narrowed(addresses: readonly string[], typedPrefix: string): string[] {
  const found = addresses.filter((address) => address.startsWith(typedPrefix)).slice(0, maxRows);
  return found.length === 1 && found[0] === typedPrefix ? [] : found;
}
