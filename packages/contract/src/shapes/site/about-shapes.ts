import { type Static, Type } from 'typebox';

/*
 * Lists of the about page of mempool.space. Members beside those that its client reads are passed on. Each exported type is
 * the static type of the schema of the same name.
 */

const Sponsor = Type.Object({ username: Type.String() });

/** Sponsors in two groups. */
export const Sponsors = Type.Object({ whales: Type.Array(Sponsor), chads: Type.Array(Sponsor) });
/** Sponsors of the past. */
export const Donations = Type.Array(Type.Object({ handle: Type.String() }));
/** Handle of the translator by language. */
export const Translators = Type.Record(Type.String(), Type.String());
/** Contributors; `core_constributor` is spelled as clients read it. */
export const Contributors = Type.Array(
  Type.Object({ id: Type.Integer(), name: Type.String(), core_constributor: Type.Boolean() }),
);

/** The lists by name, with their paths below the base path and their values without a source. */
export const aboutLists = {
  sponsors: { path: 'api/v1/services/sponsors', shape: Sponsors, empty: { whales: [], chads: [] } },
  donations: { path: 'api/v1/donations', shape: Donations, empty: [] },
  translators: { path: 'api/v1/translators', shape: Translators, empty: {} },
  contributors: { path: 'api/v1/contributors', shape: Contributors, empty: [] },
} as const;
/** Name of a list. */
export type AboutList = keyof typeof aboutLists;

/** Paths of the images of each list, without the name of the image. */
export const aboutImages = {
  sponsors: 'api/v1/services/account/images',
  donations: 'api/v1/donations/images',
  translators: 'api/v1/translators/images',
  contributors: 'api/v1/contributors/images',
} as const satisfies Record<AboutList, string>;

/** The value of one of the lists. */
export type AboutValue = Static<(typeof aboutLists)[AboutList]['shape']>;
