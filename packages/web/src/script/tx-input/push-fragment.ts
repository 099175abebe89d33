/** Bytes of base64 in either alphabet, as hex; undefined when it is none. */
export function hexOfBase64(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/\s+/g, ''));
    let hex = '';
    for (let at = 0; at < binary.length; at++) hex += binary.charCodeAt(at).toString(16).padStart(2, '0');
    return hex;
  } catch {
    return undefined;
  }
}

/** What a link says of the transaction that it hands over, each part as it stands there; '' for what it leaves out. */
export interface PushParts {
  /** `t` of signing devices is base64, `tx` of our own pages hex. */
  form: 'base64' | 'hex';
  data: string;
  checksum: string;
  network: string;
}

/**
 * Takes `#t=<base64>&c=<checksum>&n=<network>` or `#tx=<hex>` apart; undefined where the fragment hands nothing over.
 * Nothing is decoded yet, so that a page without a link needs no decoder.
 */
export function pushParts(hash: string): PushParts | undefined {
  // A plus is a letter of base64 here; in a form it would be a space.
  const query = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'));
  const form = query.has('t') ? 'base64' : 'hex';
  const data = query.get(form === 'base64' ? 't' : 'tx');
  if (data === null) return undefined;
  return { form, data, checksum: query.get('c') ?? '', network: query.get('n') ?? '' };
}

/**
 * The transaction that the address of the preview hands over: `#tx=<hex or PSBT>`, or `#t=<base64>` as signing devices make
 * it. It is only looked at, so no checksum is asked for.
 */
export function previewFragment(hash: string): string | undefined {
  const parts = pushParts(hash);
  return parts?.form === 'base64' ? hexOfBase64(parts.data) : parts?.data;
}
