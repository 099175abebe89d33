/**
 * Content-Security-Policy of a page: scripts by nonce or from our own host, styles from our own host only (no `style`
 * attribute anywhere), nothing from outside. No `upgrade-insecure-requests`: home networks speak plain http.
 * @param host  host and port of the request, for the live socket
 */
export function contentSecurityPolicy(nonce: string, host: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
