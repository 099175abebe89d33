import { type TSchema, Type } from 'typebox';

/*
 * The terms in which shapes are written.
 */

/** Hash in display order (reversed bytes), 64 lower-case hex digits. */
export const HashHex = Type.String({ pattern: '^[0-9a-f]{64}$' });
export const Hex = Type.String({ pattern: '^([0-9a-f]{2})*$' });
export const Int = Type.Integer();
export const Num = Type.Number();
export const Text = Type.String();
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** Of objects that have these keys and no others. */
export const closed = { additionalProperties: false } as const;
