/** Pages that may be embedded: they show public data without actions. */
const embeddable =
  /^(?:\/[a-z0-9]+)?\/(?:wallet|status|clock(?:\/\w+)*|view\/(?:blocks|block\/\w+|mempool-block\/\w+))\/?$/;

/**
 * Returns the Content-Security-Policy of a page: scripts by nonce or from our own host, styles from our own host only
 * (no `style` attribute anywhere), nothing external. No `upgrade-insecure-requests`: home networks use plain http.
 * @param host host and port of the request, for the live socket
 * @param path below the base path and the language; pictures and balances without a header may be embedded
 * @param compiles the page may compile WebAssembly: transactions of Liquid networks, whose links reveal amounts in the
 *   browser; no other code becomes possible with it
 * @param counter URL where views of the site of an enterprise are counted: pages may send to its host, and nothing else
 */
export function contentSecurityPolicy(
  nonce: string,
  host: string,
  path = '/',
  compiles = false,
  counter?: string,
): string {
  const counting = counter === undefined ? '' : ` ${new URL(counter).origin}`;
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${compiles ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    // the library of the commitments holds its WebAssembly in a data URL
    `connect-src 'self' ws://${host} wss://${host}${counting}${compiles ? ' data:' : ''}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    embeddable.test(path) ? 'frame-ancestors *' : "frame-ancestors 'none'",
  ].join('; ');
}
