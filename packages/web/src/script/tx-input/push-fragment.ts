/** Decodes base64 in either alphabet to hex; undefined when it is invalid. */
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

/** Parts of a link that carries a transaction, not decoded; '' for missing ones. */
export interface PushParts {
  /** `t` of signing devices is base64, `tx` of our own pages is hex. */
  form: 'base64' | 'hex';
  data: string;
  checksum: string;
  network: string;
}

/**
 * Splits `#t=<base64>&c=<checksum>&n=<network>` or `#tx=<hex>`; undefined for other fragments. Nothing is decoded, so
 * that pages without such a link need no decoder.
 */
export function pushParts(hash: string): PushParts | undefined {
  // a plus is a base64 digit here, but a space in form encoding
  const query = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'));
  const form = query.has('t') ? 'base64' : 'hex';
  const data = query.get(form === 'base64' ? 't' : 'tx');
  if (data === null) return undefined;
  return { form, data, checksum: query.get('c') ?? '', network: query.get('n') ?? '' };
}

/**
 * Returns the transaction in the URL of the preview: `#tx=<hex or PSBT>`, or `#t=<base64>` of signing devices. It is
 * only displayed, so the checksum is not required.
 */
export function previewFragment(hash: string): string | undefined {
  const parts = pushParts(hash);
  return parts?.form === 'base64' ? hexOfBase64(parts.data) : parts?.data;
}
