import { api } from '../../url.ts';
import type { Api } from '../answer.ts';
import { base58, formOf } from './recognise.ts';

/** Rows of a search. */
const maxRows = 10;

const bech32 = '[ac-hj-np-z02-9]{2,87}';

/** How addresses begin, and two letters more: with less nobody is looked for. */
const beginnings: Readonly<Record<string, RegExp>> = {
  mainnet: new RegExp(`^([13]${base58}{2,33}|bc1${bech32})$`),
  testnet: new RegExp(`^([mn2]${base58}{2,33}|tb1${bech32})$`),
  regtest: new RegExp(`^([mn2]${base58}{2,33}|bcrt1${bech32})$`),
};

/** What addresses of a network may begin with, as addresses have it: bech32 in lower case, however it was typed. */
export function addressBeginning(typed: string, network: string): string | undefined {
  const text = typed.trim().replace(/^(bc|tb|bcrt)1.*/i, (whole) => whole.toLowerCase());
  return beginnings[formOf[network] ?? network]?.test(text) ? text : undefined;
}

/** Asks for addresses that begin so; undefined where no answer can be had. @param typedPrefix  as `addressBeginning` gives it */
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

/** Those that begin so, at most ten; a lone one that is typed already is no find. */
export function narrowed(addresses: readonly string[], typedPrefix: string): string[] {
  const found = addresses.filter((address) => address.startsWith(typedPrefix)).slice(0, maxRows);
  return found.length === 1 && found[0] === typedPrefix ? [] : found;
}
