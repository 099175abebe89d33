import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type EnterpriseColor, type EnterpriseImage, enterpriseColors } from '@glassblock/contract';
import { type Static, Type } from 'typebox';

/** A host name in lower case, without a port. */
export const hostPattern = '[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*';

const Path = Type.String({ minLength: 1 });
/** Letters that style sheets take without escapes. */
const Color = Type.String({ pattern: '^#[0-9a-f]{6}$' });

const colorFields = Object.fromEntries(enterpriseColors.map((name) => [name, Color])) as Record<
  EnterpriseColor,
  typeof Color
>;

/** Sites of enterprises, in the configuration file. */
export const EnterpriseFile = Type.Array(
  Type.Object(
    {
      /** As in the paths; its subdomain too, if there is a domain. */
      name: Type.String({ pattern: '^[a-z0-9_-]{1,63}$' }),
      /** Further host names. */
      hosts: Type.Array(Type.String({ pattern: `^${hostPattern}$`, maxLength: 253 }), { default: [], maxItems: 10 }),
      title: Type.String({ minLength: 1, maxLength: 60 }),
      /** Reported to clients, for their analytics. */
      siteId: Type.Integer({ default: 0, minimum: 0, maximum: 2 ** 31 - 1 }),
      /** Files: SVG or PNG. */
      logo: Path,
      headerLogo: Type.Optional(Path),
      footerLogo: Type.Optional(Path),
      cobranded: Type.Boolean({ default: false }),
      theme: Type.Optional(Type.Enum(['default', 'light', 'dusk', 'contrast', 'bukele'])),
      colors: Type.Partial(Type.Object(colorFields), { additionalProperties: false, default: {} }),
      /** Tracker of the operator's Matomo, which counts views. No character of it can end a directive of a policy. */
      matomo: Type.Optional(
        Type.String({ pattern: `^https://${hostPattern}(:\\d{1,5})?/[A-Za-z0-9._~/-]+$`, maxLength: 300 }),
      ),
      /** A TOML file with its boards. */
      boards: Type.Optional(Path),
    },
    { additionalProperties: false },
  ),
  { default: [], maxItems: 200 },
);

/** An image, as it is served. */
export interface SiteImage {
  contentType: 'image/svg+xml' | 'image/png';
  bytes: Buffer;
}

/** The site of an enterprise. */
export interface EnterpriseSite {
  name: string;
  hosts: readonly string[];
  title: string;
  siteId: number;
  cobranded: boolean;
  images: { logo: SiteImage } & Partial<Record<EnterpriseImage, SiteImage>>;
  /** The theme of all visitors; undefined: they choose. */
  theme: string | undefined;
  /** Colors by the token of the theme that they replace. */
  colors: Readonly<Partial<Record<EnterpriseColor, string>>>;
  /** URL of the tracker that counts views; undefined: none. */
  matomo: string | undefined;
  /** File with its boards; undefined: none. */
  boards: string | undefined;
}

/** All sites. */
export interface EnterpriseConfig {
  /** Host name and port of the main site; undefined: no subdomains. */
  domain: string | undefined;
  sites: readonly EnterpriseSite[];
}

const maxImageBytes = 256 * 1024;
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Returns the sites with their images; adds faults.
 * @param reasonOf returns why a file cannot be used
 */
export function enterpriseOf(
  files: Static<typeof EnterpriseFile>,
  domain: string | undefined,
  faults: string[],
  reasonOf: (error: unknown) => string,
): EnterpriseConfig {
  const mainHost = domain?.replace(/:\d+$/, '');
  const sites = files.flatMap(({ logo, headerLogo, footerLogo, boards, ...file }) => {
    const hosts = [...(mainHost === undefined ? [] : [`${file.name}.${mainHost}`]), ...file.hosts];
    if (hosts.length === 0) faults.push(`enterprise: ${file.name} needs hosts, or enterpriseDomain`);
    // over a theme that visitors choose, a dark ground would be under dark texts
    if (file.theme === undefined && Object.keys(file.colors).length > 0)
      faults.push(`enterprise: the colors of ${file.name} need a theme`);
    if (file.matomo !== undefined && file.siteId === 0)
      faults.push(`enterprise: matomo of ${file.name} needs a siteId`);
    const imageOf = (path: string | undefined) => {
      if (path === undefined) return undefined;
      const image = readImage(path, reasonOf);
      if (typeof image !== 'string') return image;
      faults.push(`enterprise: an image of ${file.name} ${image}`);
      return undefined;
    };
    const [main, header, footer] = [logo, headerLogo, footerLogo].map(imageOf);
    if (main === undefined) return [];
    const images = { logo: main, ...(header && { header }), ...(footer && { footer }) };
    return [
      {
        ...file,
        hosts,
        images,
        theme: file.theme,
        matomo: file.matomo,
        boards: boards === undefined ? undefined : resolve(boards),
      },
    ];
  });
  if (new Set(files.map(({ name }) => name)).size < files.length)
    faults.push('enterprise: two sites have the same name');
  const hosts = sites.flatMap((site) => site.hosts);
  if (new Set(hosts).size < hosts.length) faults.push('enterprise: two sites have the same host name');
  if (mainHost !== undefined && hosts.includes(mainHost))
    faults.push('enterprise: a site has the host name of enterpriseDomain');
  return { domain, sites };
}

/** Returns an image, or why it cannot be used. */
function readImage(path: string, reasonOf: (error: unknown) => string): SiteImage | string {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > maxImageBytes) return 'is larger than 256 KiB';
    const contentType = imageType(bytes);
    return contentType === undefined ? 'is neither SVG nor PNG' : { contentType, bytes };
  } catch (error) {
    return reasonOf(error);
  }
}

/** Returns the type by content: a name may be wrong. */
function imageType(bytes: Buffer): SiteImage['contentType'] | undefined {
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return 'image/png';
  return /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(bytes.toString('utf8'))
    ? 'image/svg+xml'
    : undefined;
}
