import { type Static, Type } from 'typebox';

/*
 * Sites of enterprises: host names of this server with a title, logos and colors of their own. Each exported type is the
 * static type of the schema of the same name.
 */

/** A site as clients of mempool.space read it; images are paths of this server. */
export const EnterpriseInfo = Type.Object(
  {
    site_id: Type.Integer(),
    title: Type.String(),
    name: Type.String(),
    img: Type.String(),
    header_img: Type.Optional(Type.String()),
    footer_img: Type.Optional(Type.String()),
    cobranded: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type EnterpriseInfo = Static<typeof EnterpriseInfo>;

/** Path of the routes of sites, below the base path. */
export const enterprisePath = 'api/v1/services/enterprise';

/** Images of a site: the logo, and others for the header and the footer. */
export const enterpriseImages = ['logo', 'header', 'footer'] as const;
/** Name of an image of a site. */
export type EnterpriseImage = (typeof enterpriseImages)[number];

/** Tokens of a theme that a site may replace. */
export const enterpriseColors = [
  'surface-0',
  'surface-1',
  'surface-2',
  'surface-3',
  'ink-0',
  'ink-1',
  'ink-2',
  'ink-3',
  'accent',
  'accent-ink',
  'ok',
  'warn',
  'bad',
  'info',
] as const;
/** Name of such a token. */
export type EnterpriseColor = (typeof enterpriseColors)[number];
