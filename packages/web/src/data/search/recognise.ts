import { isSecret } from '../../wallet/secret-text.ts';
import { readDate } from './date-text.ts';
import { isPublicKey } from './public-key.ts';
import { objectIn, readSearchText } from './search-text.ts';

/** A possible meaning of a search text. */
export interface SearchGuess {
  /**
   * `wallet`: an extended key or a descriptor, which is not sent to the server; `secret`: a private key or seed phrase.
   */
  kind: 'height' | 'date' | 'time' | 'block' | 'tx' | 'output' | 'address' | 'key' | 'wallet' | 'secret' | 'other';
  /** Canonical form: hashes in lower case, dates as `2024-01-31 12:30:00`. */
  value: string;
  vout?: number;
  /** Unix seconds of a date or time; dates are UTC. */
  time?: number;
  /** Networks that an address may belong to, likeliest first. */
  networks?: readonly string[];
  /** Network of a link, if it is another one than that of the page. */
  network?: string;
  /** Amount and label of a payment URI. */
  note?: string;
}

/** Base58 characters, for regular expressions. */
export const base58 = '[a-km-zA-HJ-NP-Z1-9]';
const bech32 = '[ac-hj-np-z02-9]{6,100}';

/** Address patterns for guessing; the server validates. */
const addressForms: Readonly<Record<string, RegExp>> = {
  mainnet: new RegExp(`^([13]${base58}{25,34}|bc1${bech32})$`),
  testnet: new RegExp(`^([mn2]${base58}{25,34}|tb1${bech32})$`),
  regtest: new RegExp(`^([mn2]${base58}{25,34}|bcrt1${bech32})$`),
  liquid: new RegExp(`^([GHPQ]${base58}{33}|V[TJ]${base58}{78}|(ex|lq)1${bech32}[ac-hj-np-z02-9]*)$`),
  liquidtestnet: new RegExp(`^([F89]${base58}{33}|t(ex|lq)1${bech32}[ac-hj-np-z02-9]*)$`),
};
/** Networks with the address format of another one. */
export const formOf: Readonly<Record<string, string>> = {
  testnet4: 'testnet',
  signet: 'testnet',
  demo: 'mainnet',
  liquiddemo: 'liquid',
};

/** Networks of each address format. */
const networksOf: Readonly<Record<string, readonly string[]>> = {
  mainnet: ['mainnet', 'demo'],
  testnet: ['testnet4', 'testnet', 'signet'],
  regtest: ['regtest'],
  liquid: ['liquid', 'liquiddemo'],
  liquidtestnet: ['liquidtestnet'],
};

/** Leading zeros of a block hash, to distinguish it from a txid. */
const leadingZeros: Readonly<Record<string, number>> = {
  mainnet: 8,
  testnet: 8,
  testnet4: 8,
  signet: 5,
  regtest: 1,
  demo: 1,
};

/**
 * Returns the possible meanings of a search text, likeliest first; empty when it looks like nothing known.
 * @param tip height of the chain; higher numbers are not heights. Unknown: every number is.
 */
export function recognise(typed: string, network: string, tip: number | undefined): SearchGuess[] {
  if (isSecret(typed)) return [{ kind: 'secret', value: typed }];
  const { text, note, ...link } = readSearchText(typed);
  const wallet = walletIn(text);
  if (wallet !== undefined) return [{ kind: 'wallet', value: wallet }];
  const on = link.network ?? network;
  const isElsewhere = formOf[on] !== network && on !== network;
  const guesses = meanings(text, on, isElsewhere ? undefined : tip);
  const found = guesses.length > 0 ? guesses : meanings(text.replace(/\s+/g, ''), on, undefined).filter(isAddress);
  const object = found.length > 0 ? undefined : objectIn(text);
  if (object !== undefined)
    return recognise(object, on, tip).map((guess) => (isElsewhere ? { network: on, ...guess } : guess));
  const more = { ...(isElsewhere && { network: on }), ...(note !== undefined && { note }) };
  return found.map((guess) => ({ ...guess, ...more }));
}

const isAddress = ({ kind }: SearchGuess): boolean => kind === 'address' || kind === 'other';

/** An output descriptor at the end of a text. */
const descriptor = /(?<![A-Za-z])(?:pk|pkh|wpkh|sh|wsh|tr|rawtr|combo|multi|sortedmulti)\(.+\)(?:#[a-z0-9]{8})?$/s;

const wholeKey = new RegExp(`(?:\\[[0-9a-f]{8}[^\\[\\]]*\\])?[xyztuv]pub${base58}{107}(?!${base58})[/\\d*'h<>;]*`);

/**
 * Returns the output descriptor in a text, or a text with an extended key or a long part of one, without the line breaks
 * of the key: such a text must not reach the server.
 */
export function walletIn(text: string): string | undefined {
  const found = descriptor.exec(text)?.[0];
  if (found !== undefined) return found;
  const compact = text.replace(/\s+/g, '');
  if (!/[xyztuv]pub[1-9A-HJ-NP-Za-km-z]{20,112}/i.test(compact)) return undefined;
  // a whole key without the words around it, with its origin and its path
  return (/[()]/.test(compact) ? undefined : wholeKey.exec(compact)?.[0]) ?? compact;
}

/** Returns the possible meanings of a text on a network. */
function meanings(text: string, network: string, tip: number | undefined): SearchGuess[] {
  const lower = text.toLowerCase();
  // some programs count milliseconds
  const unix = /^([1-9][0-9]{9})([0-9]{3})?$/.exec(text)?.[1];
  if (unix !== undefined) return [{ kind: 'time', value: unix, time: Number(unix) }];
  const date = readDate(text);
  if (date !== undefined) return [{ kind: 'date', ...date }];
  if (/^(0|[1-9][0-9]{0,8})$/.test(text))
    return Number(text) <= (tip ?? Number.POSITIVE_INFINITY) ? [{ kind: 'height', value: text }] : [];
  if (/^[0-9a-f]{64}$/.test(lower)) {
    const isBlock = lower.startsWith('0'.repeat(leadingZeros[network] ?? 8));
    const block: SearchGuess = { kind: 'block', value: lower };
    const tx: SearchGuess = { kind: 'tx', value: lower };
    return isBlock ? [block, tx] : [tx];
  }
  const output = /^([0-9a-f]{64}):([0-9]{1,6})$/.exec(lower);
  if (output?.[1] !== undefined) return [{ kind: 'output', value: output[1], vout: Number(output[2]) }];
  if (isPublicKey(lower)) return [{ kind: 'key', value: lower }];
  const own = formOf[network] ?? network;
  // Bech32 may be upper case as a whole.
  const plain = text === text.toUpperCase() && /^(BC|TB|BCRT|EX|LQ|TEX|TLQ)1/.test(text) ? lower : text;
  if ((addressForms[own] ?? addressForms['mainnet'])?.test(plain)) return [{ kind: 'address', value: plain }];
  const other = Object.keys(addressForms).find((form) => form !== own && addressForms[form]?.test(plain));
  return other === undefined ? [] : [{ kind: 'other', value: plain, networks: networksOf[other] ?? [] }];
}
