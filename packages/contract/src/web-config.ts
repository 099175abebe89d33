import { type Static, Type } from 'typebox';

const flag = (value: boolean) => Type.Boolean({ default: value });

/** What the server tells the web app about itself; defaults are those of product.md section 9. */
export const WebConfig = Type.Object(
  {
    /** Path under which the app is served, with a leading and a trailing slash. */
    basePath: Type.String({ default: '/', pattern: '^/([^/]+/)*$' }),
    /** Name of the network at the root of the site. */
    rootNetwork: Type.String({ default: 'mainnet' }),
    baseModule: Type.Union([Type.Literal('mempool'), Type.Literal('liquid')], { default: 'mempool' }),
    /** Networks that this server answers, root network included. */
    networks: Type.Array(
      Type.Object({ name: Type.String(), label: Type.String(), path: Type.String(), demo: Type.Boolean() }),
      { default: [] },
    ),
    mainnetEnabled: flag(true),
    testnetEnabled: flag(false),
    testnet4Enabled: flag(false),
    signetEnabled: flag(false),
    regtestEnabled: flag(false),
    liquidEnabled: flag(false),
    liquidTestnetEnabled: flag(false),
    miningDashboard: flag(true),
    lightning: flag(false),
    audit: flag(false),
    /** Addresses of the whole chain are found by their beginning, not only those of the mining pool. */
    addressSearch: flag(false),
    historicalPrice: flag(true),
    accelerator: flag(false),
    acceleratorButton: flag(true),
    officialSite: flag(false),
    keepBlocksAmount: Type.Integer({ default: 8, minimum: 1, maximum: 32 }),
    mempoolBlocksAmount: Type.Integer({ default: 8, minimum: 1, maximum: 8 }),
    itemsPerPage: Type.Integer({ default: 10, minimum: 1, maximum: 100 }),
    graphWindow: Type.String({ default: '2h' }),
    miningWindow: Type.String({ default: '1w' }),
    /** When set, the visitor cannot change the theme. */
    fixedTheme: Type.Optional(Type.String({ pattern: '^[a-z0-9-]+$' })),
    /** Base of the services backend; none by default. */
    servicesBase: Type.Optional(Type.String()),
    /** Host that server rendering asks for data; the server itself when absent. */
    ssrApiHost: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type WebConfig = Static<typeof WebConfig>;
