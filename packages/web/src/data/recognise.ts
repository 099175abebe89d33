/** What a searched text may be. */
export interface Guess {
  kind: 'height' | 'block' | 'tx' | 'output' | 'address' | 'key';
  /** As it is looked up: hashes in lower case. */
  value: string;
  vout?: number;
}

const base58 = '[a-km-zA-HJ-NP-Z1-9]';
const bech32 = '[ac-hj-np-z02-9]{6,100}';

/** Forms of addresses, to guess by; whether one is valid the server says. */
const addressForms: Readonly<Record<string, RegExp>> = {
  mainnet: new RegExp(`^([13]${base58}{25,34}|bc1${bech32})$`),
  testnet: new RegExp(`^([mn2]${base58}{25,34}|tb1${bech32})$`),
  regtest: new RegExp(`^([mn2]${base58}{25,34}|bcrt1${bech32})$`),
};
const formOf: Readonly<Record<string, string>> = { testnet4: 'testnet', signet: 'testnet', demo: 'regtest' };

/** Zeros a block hash begins with, so that it is not taken for a transaction. */
const leadingZeros: Readonly<Record<string, number>> = {
  mainnet: 8,
  testnet: 8,
  testnet4: 8,
  signet: 5,
  regtest: 1,
  demo: 1,
};

const key = /^(04[0-9a-f]{128}|0[23][0-9a-f]{64})$/;

/** A public key in hex: 130 characters uncompressed, 66 compressed. */
export const isPublicKey = (text: string): boolean => key.test(text.toLowerCase());

/**
 * What a typed text may mean, likeliest first; none when it looks like nothing we know. (screens-core 2.4)
 * @param tip  height of the chain; heights above it are no guess. Unknown: every height is.
 */
export function recognise(typed: string, network: string, tip: number | undefined): Guess[] {
  const text = typed.trim();
  const lower = text.toLowerCase();
  if (/^(0|[1-9][0-9]{0,8})$/.test(text))
    return Number(text) <= (tip ?? Number.POSITIVE_INFINITY) ? [{ kind: 'height', value: text }] : [];
  if (/^[0-9a-f]{64}$/.test(lower)) {
    const isBlock = lower.startsWith('0'.repeat(leadingZeros[network] ?? 8));
    const block: Guess = { kind: 'block', value: lower };
    const tx: Guess = { kind: 'tx', value: lower };
    return isBlock ? [block, tx] : [tx];
  }
  const output = /^([0-9a-f]{64}):([0-9]{1,6})$/.exec(lower);
  if (output?.[1] !== undefined) return [{ kind: 'output', value: output[1], vout: Number(output[2]) }];
  if (key.test(lower)) return [{ kind: 'key', value: lower }];
  const form = addressForms[formOf[network] ?? network] ?? addressForms.mainnet;
  // Bech32 may be written in capitals as a whole.
  const plain = text === text.toUpperCase() && /^(BC|TB|BCRT)1/.test(text) ? lower : text;
  return form?.test(plain) ? [{ kind: 'address', value: plain }] : [];
}
