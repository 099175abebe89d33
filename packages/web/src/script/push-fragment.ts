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

/**
 * The transaction that the address of the page hands over: `#tx=<hex>`, or `#t=<base64>` as signing devices make it.
 * Nothing is sent because of it: a person looks and decides.
 */
export function pushFragment(hash: string): string | undefined {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const hex = query.get('tx');
  if (hex !== null) return hex;
  const given = query.get('t');
  return given === null ? undefined : hexOfBase64(given.replaceAll(' ', '+'));
}
