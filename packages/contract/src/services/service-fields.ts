import { type TSchema, Type } from 'typebox';
import { AnyObject } from './account-shapes.ts';

/** A field of a form, a member of a JSON body or a query parameter. */
export interface ServiceField {
  /** Default: as it is called here. */
  name?: string;
  /** Another name of the same field, which clients of mempool.space use too. */
  also?: string;
  schema: TSchema;
  description: string;
}

const maxText = 2_000;
const text = (description: string, maxLength = maxText): ServiceField => ({
  schema: Type.String({ minLength: 1, maxLength }),
  description,
});
const integer = (description: string): ServiceField => ({
  schema: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  description,
});
const txid = { schema: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }), description: 'txid' };

/** Fields of the routes of services. In forms, integers are their digits. */
export const serviceFields = {
  txid: { ...txid, also: 'txInput' },
  txInput: { ...txid, also: 'txid' },
  product: txid,
  userBid: { ...integer('sats that are added to the fee at most'), also: 'maxBidBoost' },
  maxBidBoost: integer('sats that are added to the fee at most'),
  amount: integer('sats'),
  invoiceId: { ...text('id of an invoice'), name: 'id' },
  order_id: text('id of an invoice'),
  rowId: { ...integer('id in a list of the user'), name: 'id' },
  cardId: { ...text('id of a stored card'), name: 'id' },
  token: text('secret of a mail, or of the widget of a card provider; the id of a stored card'),
  referenceId: text('made by the client for each attempt: a stored card is charged once for it'),
  userApprovedUSD: {
    schema: Type.Union([Type.Number(), Type.String({ maxLength: 40 })]),
    description: 'the user agreed to at most this many dollars',
  },
  cashtag: text('for the card provider'),
  cardTag: text('for the card provider'),
  verificationToken: text('for the card provider'),
  userChallenged: { schema: Type.Boolean(), description: 'for the card provider' },
  type: { schema: Type.Enum(['time_delay', 'block_height', 'timestamp', 'next_block']), description: 'trigger' },
  value: {
    schema: Type.Number(),
    description: 'hours from now (0.5 or more), a height, or Unix seconds; none for the next block',
  },
  username: text('name of the user'),
  password: text('password; a new one has 10 characters or more'),
  current: text('current password, if there is one'),
  email: text('address of a mailbox'),
  altcha: text('solved proof of work, Base64', 4_000),
  response: { schema: AnyObject, description: 'answer of the authenticator (WebAuthn)' },
  name: text('for lists'),
  balance: integer('sats of the balance'),
  status: text('`all`, or states, comma-separated'),
  details: { schema: Type.Enum(['true', 'false', '1', '0']), description: 'with events' },
  address: text('address that is paid'),
  sats: integer('sats'),
} as const satisfies Record<string, ServiceField>;

type Name = keyof typeof serviceFields;
/** A field of a route; `?`: it may be missing. */
export type FieldName = Name | `${Name}?`;

/** Returns the description of a field of a route. */
export function fieldOf(field: FieldName): { name: string; isRequired: boolean } & ServiceField {
  const key = field.replace('?', '') as Name;
  return { isRequired: key === field, name: key, ...(serviceFields[key] as ServiceField) };
}
