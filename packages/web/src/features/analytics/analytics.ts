/** Where views of a site's pages are counted. */
export interface Analytics {
  /** Tracker of Matomo. */
  url: string;
  siteId: number;
}

/** Signals of a browser by which a visitor opts out of being counted. */
interface Wishes {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/** Returns whether a visitor may be counted. */
export const mayCount = ({ doNotTrack, globalPrivacyControl }: Wishes): boolean =>
  doNotTrack !== '1' && doNotTrack !== 'yes' && globalPrivacyControl !== true;

/** Returns a path without ids: each txid, address, height and search becomes `:id`. */
export const countedPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (/\d/.test(part) || part.length > 24 ? ':id' : part))
    .join('/');

/** Returns the fields of a view for Matomo's tracking API: no cookie, no id of the visitor, no title. */
export const viewFields = ({ siteId }: Analytics, origin: string, path: string): URLSearchParams =>
  new URLSearchParams({ idsite: String(siteId), rec: '1', apiv: '1', cookie: '0', url: origin + countedPath(path) });

/** Counts a view of a page. Without a script of the other host: it gets this request and nothing else. */
export function countView(analytics: Analytics, path: string): void {
  if (!mayCount(navigator as Wishes)) return;
  fetch(analytics.url, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: viewFields(analytics, window.location.origin, path),
  }).catch(() => undefined);
}
