import { type TSchema, Type } from 'typebox';

/* Basic schemas of which the others are made. */

/** Hash in display order (reversed bytes), 64 lower-case hex digits. */
export const HashHex = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** Bytes as lower-case hex. */
export const Hex = Type.String({ pattern: '^([0-9a-f]{2})*$' });
/** An integer. */
export const Int = Type.Integer();
/** A number. */
export const Num = Type.Number();
/** A string. */
export const Text = Type.String();
/** Returns a schema that also accepts null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** Options of objects that have no additional properties. */
export const closed = { additionalProperties: false } as const;
