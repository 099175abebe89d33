import type {
  AccelerationEstimate,
  OwnAccelerations,
  ServiceMenu,
  ServiceUser,
  StoredCards,
  TopUpHistory,
} from '@glassblock/contract/services';
import {
  type AccelerationRow,
  accelerationsOfUser,
  creditsOf,
  type Database,
  eventsOf,
  type Payments,
  type Quote,
  type StoredCard,
  statusesOf,
  topUpsOf,
  type User,
} from '@glassblock/services';

/** Converts a user. */
export const presentUser = (user: User): ServiceUser => ({
  username: user.username,
  email: user.email,
  passwordIsSet: user.password_hash !== null,
  snsId: '',
  type: user.type,
  subscription_tag: '',
  status: user.status,
  features: null,
  countryCode: null,
  imageMd5: '',
  ogRank: null,
});

/** The account menu: clients handle the link `logout` themselves. */
export const accountMenu: ServiceMenu = [
  {
    title: 'Account',
    i18n: 'account.menu',
    items: [{ title: 'Sign out', i18n: 'account.logout', faIcon: 'sign-out-alt', link: 'logout' }],
  },
];

/**
 * Converts a quote.
 * @param balance of the signed-in user; undefined without one
 * @param card of the user, stored at the provider
 */
export function presentQuote(
  quote: Quote,
  balance: number | undefined,
  miningPoolIds: readonly number[],
  payments: Pick<Payments, 'isEnabled' | 'bounds' | 'cards'>,
  card?: StoredCard,
): AccelerationEstimate {
  const { effectiveFee, effectiveVsize, txid, ancestorCount, nextBlockRate } = quote.package;
  const [min, , max] = quote.options;
  return {
    txSummary: { txid, effectiveVsize, effectiveFee, ancestorCount },
    cost: quote.cost,
    targetFeeRate: nextBlockRate,
    nextBlockFee: quote.nextBlockFee,
    userBalance: balance ?? 0,
    enoughBalance: (balance ?? 0) >= quote.cost + quote.baseFee + quote.vsizeFee,
    mempoolBaseFee: quote.baseFee,
    vsizeFee: quote.vsizeFee,
    pools: [...miningPoolIds],
    options: quote.options.map((fee) => ({ fee })),
    isProUser: false,
    availablePaymentMethods: {
      balance: { enabled: balance !== undefined, min, max },
      ...(payments.isEnabled && { bitcoin: { enabled: true, ...payments.bounds } }),
      ...cardBounds(payments.cards, card),
    },
    unavailable: false,
  };
}

/** Converts the stored card of a quote. */
const presentQuotedCard = ({ id, last4, brand, name, billing }: StoredCard) => ({
  card_id: id,
  last_4: last4,
  brand,
  name,
  billing,
});

/** Converts a stored card. */
export const presentCard = (card: StoredCard): StoredCards[number] => ({
  ...presentQuotedCard(card),
  exp_month: card.expires.month,
  exp_year: card.expires.year,
});

/** Bounds of card payments in USD. @param card of the user, stored at the provider */
function cardBounds(cards: Payments['cards'], card: StoredCard | undefined) {
  const bounds = Object.entries(cards?.methods ?? {}).map(([method, { minCents, maxCents }]) => [
    method,
    {
      enabled: card !== undefined || method !== 'cardOnFile',
      min: minCents / 100,
      max: maxCents / 100,
      ...(card !== undefined && method === 'cardOnFile' && { card: presentQuotedCard(card) }),
    },
  ]);
  return Object.fromEntries(bounds) as Partial<AccelerationEstimate['availablePaymentMethods']>;
}

/**
 * Returns the accelerations of a user.
 * @param height of the tip, for confirmations
 */
export async function ownAccelerations(
  database: Database,
  userId: number,
  { status, hasDetails, height }: { status: string; hasDetails: boolean; height: number },
): Promise<OwnAccelerations> {
  const rows = await accelerationsOfUser(database, userId, statusesOf(status));
  const events = hasDetails ? await eventsOf(database, rows) : undefined;
  return rows.map((row) => ({
    id: row.id,
    user_id: row.user_id,
    txid: row.txid,
    status: row.status,
    fee_paid: paidBy(row),
    added: row.added,
    last_updated: row.last_updated,
    confirmations: row.block_height === null ? 0 : Math.max(0, height - row.block_height + 1),
    base_fee: row.base_fee,
    vsize_fee: row.vsize_fee,
    max_bid: row.bid,
    effective_vsize: row.effective_vsize,
    effective_fee: row.effective_fee,
    ...(events && { history: events.get(row.id)!.map(({ event, added }) => ({ event, timestamp: added })) }),
  }));
}

/** Sats that were charged. */
const paidBy = ({ status, bid_boost, base_fee, vsize_fee }: AccelerationRow): number =>
  status === 'completed' ? (bid_boost ?? 0) + base_fee + vsize_fee : 0;

/** Returns the credits of a user that the operator has booked, and the invoices for the balance, newest first. */
export async function topUpHistory(database: Database, userId: number): Promise<TopUpHistory> {
  const credits = (await creditsOf(database, userId)).map(({ id, amount, added }) => ({
    type: 'operator',
    invoiceId: `credit-${id}`,
    amount,
    status: 'paid',
    date: added * 1000,
    link: null,
  }));
  const invoices = (await topUpsOf(database, userId)).map(({ id, amount, status, added }) => ({
    type: 'bitcoin',
    invoiceId: id,
    amount,
    status,
    date: added * 1000,
    link: null,
  }));
  return [...credits, ...invoices].sort((a, b) => b.date - a.date);
}
