/** A search text without its wrapping: quotes, a link, a payment URI, separators. */
export interface SearchText {
  text: string;
  /** Network of a link; undefined: none is named. */
  network?: string;
  /** Amount in BTC and label of a payment URI. */
  note?: string;
}

const wrapping = /^["'`“”„‘’«»<\s]+|["'`“”„‘’«»>,;.!\s]+$/g;
/** Marks of direction and characters without width, which are copied with texts of other pages. */
const invisible = /\p{Cf}/gu;
/** Arabic, Persian and full-width digits. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
/** Brackets around all of a text: not those of a descriptor or of the origin of a key. */
const enclosed = /^(?:\(([^()]*)\)|\[([^[\]]*)\])$/;
/** The name of an object before its id. */
const label = /^(?:block(?: height| hash)?|height|tx(?:id)?|transaction|address)(?:\s*[:#]\s*|\s+)(?=\S)/i;
const hash = /^[0-9a-f]{64}$/i;
const outpoint = /^[0-9a-f]{64}(:\d{1,6})?$/i;
const height = /^\d{1,9}$/;
/** The part of a path after `address`, which some explorers begin with the name of the chain. */
const addressLike = /^[\w%:?=.-]{20,}$/;

/** Removes text that is often copied with an id, a height or an address. */
export function readSearchText(typed: string): SearchText {
  const bare = typed.replace(invisible, '').replace(otherDigits, asciiDigit).replace(wrapping, '');
  const inner = enclosed.exec(bare);
  const text = (inner?.[1] ?? inner?.[2] ?? bare).trim().replace(label, '');
  return readPaymentUri(text) ?? readLink(text) ?? { text: compactHash(text) ?? plainNumber(text) ?? text };
}

/** Returns the ASCII digit of the same value: the last hex digit of these code points. */
const asciiDigit = (digit: string): string => String(digit.charCodeAt(0) & 0xf);

/** Source: BIP 21, BIP 321 */
function readPaymentUri(text: string): SearchText | undefined {
  const found = /^bitcoin:(?:\/\/)?([a-z0-9]*)(?:\?(.*))?$/is.exec(text);
  if (found === null) return undefined;
  // QR codes have all of it in capital letters
  const given = [...new URLSearchParams(found[2] ?? '')].map(([name, value]) => [name.toLowerCase(), value]);
  const params = new URLSearchParams(given);
  const address = found[1] || params.get('bc') || params.get('tb') || '';
  const amount = /^\d{1,8}(\.\d{1,8})?$/.exec(params.get('amount') ?? '')?.[0];
  const label = params.get('label')?.slice(0, 60);
  const notes = [amount === undefined ? undefined : `${amount} BTC`, label].filter((note) => note !== undefined);
  return { text: address, ...(notes.length > 0 && { note: notes.join(' · ') }) };
}

/** Networks by the parts of links that name them. */
const networkNames: Readonly<Record<string, string>> = {
  mainnet: 'mainnet',
  testnet: 'testnet',
  testnet3: 'testnet',
  tbtc: 'testnet',
  btctest: 'testnet',
  'btc-testnet': 'testnet',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
  liquid: 'liquid',
  liquidtestnet: 'liquidtestnet',
};
const txSegments = new Set(['tx', 'transaction', 'transactions', 'txid']);
const blockSegments = new Set(['block', 'blocks', 'block-height', 'height']);

/** Parameters that name the object of a link. */
const queryNames = ['txid', 'tx', 'hash', 'address', 'q', 'query', 'search'];

const scheme = /^https?:\/\//i;
/** A host name with a path, as browsers show links. */
const shortLink = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?\/\S/i;

/** Returns the object and the network of a link to any explorer. */
function readLink(text: string): SearchText | undefined {
  if (!scheme.test(text) && !shortLink.test(text)) return undefined;
  const url = URL.parse(scheme.test(text) ? text : `https://${text}`);
  if (url === null) return undefined;
  // older explorers have the path in the fragment
  const path = /^#!?(\/.*)$/.exec(url.hash)?.[1] ?? url.pathname;
  const segments = path.split('/').filter((segment) => segment !== '');
  const network = networkIn([...url.hostname.split('.'), ...segments]);
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    if (next === undefined) break;
    if (txSegments.has(segment) && outpoint.test(next)) return { text: outputIn(next, url), ...network };
    if (blockSegments.has(segment) && (hash.test(next) || height.test(next))) return { text: next, ...network };
    if (segment.startsWith('address') && addressLike.test(next)) return { text: decoded(next), ...network };
  }
  const asked = queryNames.map((name) => url.searchParams.get(name)).find((value) => value !== null);
  return { text: asked ?? lastObject(segments), ...network };
}

function networkIn(parts: readonly string[]): { network?: string } {
  const named = parts.flatMap((part) => networkNames[part.toLowerCase()] ?? []);
  const [network] = named;
  if (network === undefined) return {};
  return { network: network === 'liquid' && named.includes('testnet') ? 'liquidtestnet' : network };
}

/** The last part of a path; not a number of something else than a block. */
function lastObject(segments: readonly string[]): string {
  const last = segments.at(-1) ?? '';
  if (height.test(last)) return segments.some((segment) => blockSegments.has(segment)) ? last : '';
  return compactHash(last) ?? last;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** `txid`, `txid:vout`, or a txid with `#vout=N` or `?output:N`. */
function outputIn(segment: string, { hash: fragment, search }: URL): string {
  const vout = /[#&]vout=(\d{1,6})/.exec(fragment)?.[1] ?? /[?&]output:(\d{1,6})/.exec(search)?.[1];
  return vout !== undefined && hash.test(segment) ? `${segment}:${vout}` : segment;
}

/**
 * A hash or an outpoint (`:` or `#`) with spaces or line breaks inside, with `0x` or PostgreSQL's `\x`, or with the `i0` of an
 * inscription id.
 */
function compactHash(text: string): string | undefined {
  const found = /^(?:0x|\\x)?([0-9a-f]{64})(?:[:#](\d{1,6})|i\d{1,6})?$/i.exec(text.replace(/\s+/g, ''));
  const [, id, vout] = found ?? [];
  return vout === undefined ? id : `${id}:${vout}`;
}

/**
 * Returns the link in a text, or the only part that is as long as an id or an address, for texts copied with their
 * surroundings: JSON, Markdown, log lines.
 */
export function objectIn(text: string): string | undefined {
  const link = /.(https?:\/\/[^\s"'<>()[\]]+)/is.exec(text)?.[1];
  if (link !== undefined) return link;
  const [only, ...others] = new Set(text.match(/[0-9a-z]{26,}(?::\d{1,6}(?!\d))?/gi));
  return others.length > 0 || only === text ? undefined : only;
}

/** `#315`, `No. 315`, `000315`, `1,000`, `1 000`, `1.000`. */
function plainNumber(text: string): string | undefined {
  const digits = /^(?:#|№|no\.?(?=[\s\d]))?\s*(\d{1,3}(?:([,.'’_\u00a0\u202f ])\d{3})(?:\2\d{3})*|\d{1,12})$/i.exec(
    text,
  )?.[1];
  return digits?.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
}
