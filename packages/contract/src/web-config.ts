import { type Static, Type } from 'typebox';

const flag = (value: boolean) => Type.Boolean({ default: value });

/** Configuration that the server passes to the web app. */
export const WebConfig = Type.Object(
  {
    /** Path under which the app is served, with a leading and a trailing slash. */
    basePath: Type.String({ default: '/', pattern: '^/([^/]+/)*$' }),
    /** Name of the network at the root of the site. */
    rootNetwork: Type.String({ default: 'mainnet' }),
    baseModule: Type.Union([Type.Literal('mempool'), Type.Literal('liquid')], { default: 'mempool' }),
    /** Networks that this server serves, including the root network. */
    networks: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        path: Type.String(),
        demo: Type.Boolean(),
        /** A Lightning graph is read. */
        lightning: Type.Boolean({ default: false }),
        /** A Liquid network, whose pages and routes differ: its pegged asset and the chain that it comes from. */
        liquid: Type.Optional(
          Type.Object({
            asset: Type.String({ pattern: '^[0-9a-f]{64}$' }),
            ticker: Type.String(),
            parent: Type.Optional(Type.String()),
          }),
        ),
      }),
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
    /** Address prefix search covers the whole chain, not only the mempool. */
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
    /** When set, visitors cannot change the theme. */
    fixedTheme: Type.Optional(Type.String({ pattern: '^[a-z0-9-]+$' })),
    /** Accounts of this server; none without services. */
    accounts: Type.Optional(
      Type.Object({
        /** Prefix of the routes of services: empty or that of their network. */
        prefix: Type.String(),
        emailLinks: Type.Boolean(),
        signUp: Type.Boolean(),
        passkeys: Type.Boolean(),
        /** The demo: users are made by a button. */
        simulated: Type.Optional(Type.Boolean()),
        /** Names of the networks with a faucet. */
        faucets: Type.Array(Type.String()),
      }),
    ),
    /** Name of the network whose transactions this server accelerates; none by default. */
    servicesNetwork: Type.Optional(Type.String()),
    /** On the site of an enterprise: its title, and paths of its images and of its colors. */
    enterprise: Type.Optional(
      Type.Object({
        title: Type.String(),
        headerLogo: Type.String(),
        footerLogo: Type.String(),
        /** Our logo is shown beside it. */
        cobranded: Type.Boolean(),
        /** A style sheet that replaces colors of the theme. */
        colors: Type.Optional(Type.String()),
        /** Where views are counted: URL of a tracker, and its id of the site. */
        analytics: Type.Optional(Type.Object({ url: Type.String(), siteId: Type.Integer() })),
      }),
    ),
    /** Boards of the site; none by default. */
    boards: Type.Optional(
      Type.Object({
        /** Name of the site in the paths of its boards. */
        site: Type.String(),
        /** Name of the board that replaces the dashboard. */
        home: Type.Optional(Type.String()),
        pages: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
      }),
    ),
    /** Watched wallets have a list of treasuries. */
    treasuries: Type.Optional(Type.Boolean()),
    /** Jobs of mining pools are received: the page of stratum jobs exists. */
    stratum: Type.Optional(Type.Boolean()),
    /** Hosts of explorers are watched: the page of their health exists. */
    monitoring: Type.Optional(Type.Boolean()),
    /** There are proofs of documents: the collections that are linked. */
    proofs: Type.Optional(Type.Array(Type.String())),
    /** Base URL of the services backend; none by default. */
    servicesBase: Type.Optional(Type.String()),
    /** Base URL of a site with the parent chain of a Liquid network, for links; not needed where this server serves it. */
    parentSite: Type.Optional(Type.String({ pattern: '^https?://[^?#]+$' })),
    /** API host for server-side rendering; this server when absent. */
    ssrApiHost: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
/** Configuration of the web app, after defaults. */
export type WebConfig = Static<typeof WebConfig>;
