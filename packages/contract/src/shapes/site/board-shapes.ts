import { type Static, type TProperties, Type } from 'typebox';
import { closed } from '../terms.ts';

/*
 * Boards: pages of widgets that the operator defines. Each exported type is the static type of the schema of the same name.
 */

const Title = Type.Optional(Type.String({ minLength: 1, maxLength: 60 }));
const WalletName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$' });
const proofsKey = (key: string) => Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$', default: key });

/** Settings of every widget. */
const layout = {
  /** Share of a row; each type has its own default. */
  width: Type.Optional(Type.Enum(['third', 'half', 'full'])),
  /** Position on narrow screens, lowest first. */
  mobileOrder: Type.Integer({ default: 8, minimum: 1, maximum: 16 }),
};

/** Widgets without settings of their own: cards of the dashboard. */
export const plainWidgets = [
  'fees',
  'difficulty',
  'mempool',
  'nextBlock',
  'replacements',
  'transactions',
  'blocks',
] as const;

const widget = <T extends string, P extends TProperties>(type: T, fields: P) =>
  Type.Object({ type: Type.Literal(type), ...layout, ...fields }, closed);

/** A widget of a board. */
export const Widget = Type.Union([
  Type.Object({ type: Type.Enum([...plainWidgets]), ...layout }, closed),
  /** Balance and newest transactions of an address. */
  widget('address', { title: Title, address: Type.String({ minLength: 1, maxLength: 120 }) }),
  /** Balance and addresses of a watched wallet. */
  widget('wallet', { title: Title, wallet: WalletName }),
  /** Balance of a watched wallet with its changes and its history. */
  widget('treasury', { title: Title, wallet: WalletName }),
  /** Newest transactions of a watched wallet. */
  widget('walletTransactions', { title: Title, wallet: WalletName }),
  /** All treasuries by balance. */
  widget('treasuries', { title: Title }),
  /** Mining pools by blocks of a window. */
  widget('miningPools', { window: Type.Enum(['24h', '3d', '1w', '1m'], { default: '1w' }) }),
  /** Newest documents of a collection of proofs by SimpleProof. */
  widget('simpleproof', { title: Title, key: proofsKey('verified') }),
  /** The same for the collection of the Cubo, as mempool.space names it. */
  widget('simpleproof_cubo', { title: Title, key: proofsKey('cubo') }),
  /** Paragraphs, divided by empty lines, and links. */
  widget('text', {
    title: Title,
    text: Type.String({ minLength: 1, maxLength: 5_000 }),
    links: Type.Array(
      Type.Object(
        {
          label: Type.String({ minLength: 1, maxLength: 100 }),
          url: Type.String({ pattern: '^https://[^\\s"<>]+$', maxLength: 500 }),
        },
        closed,
      ),
      { default: [], maxItems: 10 },
    ),
  }),
]);
export type Widget = Static<typeof Widget>;
/** Type of a widget. */
export type WidgetType = Widget['type'];
/** A widget of one type. */
export type WidgetOf<T extends WidgetType> = Extract<Widget, { type: T }>;

/** A board. */
export const Board = Type.Object(
  {
    /** As in its path. */
    name: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 40 }),
    title: Type.String({ minLength: 1, maxLength: 60 }),
    /** Replaces the dashboard. */
    home: Type.Boolean({ default: false }),
    /** The strip of blocks is shown above it. */
    strip: Type.Boolean({ default: true }),
    widgets: Type.Array(Widget, { minItems: 1, maxItems: 24 }),
  },
  closed,
);
export type Board = Static<typeof Board>;

/** Path of the boards of sites, below the base path. */
export const boardsPath = 'api/v1/services/boards';
/** Name of the main site in paths of boards; no enterprise can have it. */
export const mainSite = '.main';
