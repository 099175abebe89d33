/**
 * Accounts, a double-entry ledger in sats, payments in bitcoin, acceleration of transactions, and faucets of test networks,
 * on SQLite or PostgreSQL. It has no HTTP and no wire shapes; only the faucet's node wallet sends transactions.
 * Example:
 *     const database = await openDatabase({ kind: 'sqlite', path: '/data/services/services.db' });
 *     const user = await createUser(database, { username: 'alice', password }, now);
 *     await creditUser(database, { userId: user.id, amountSats: 100_000, idempotencyKey }, now);
 *     const accelerator = createAccelerator({ database, miners, chain, fees, nowSeconds, onChange, onMinerState });
 *     await accelerator.accept(user.id, txid, bid);
 * Errors, each with one sentence: services.database, .bad-user, .user-exists, .busy, .not-enough-balance, .key-reused,
 * .txid-not-in-mempool, .cannot-accelerate, .too-many-relatives, .high-sigops, .no-fee-rate, .cannot-fetch-tx,
 * .cannot-decode-tx, .bad-dependencies, .tx-rejected, .bad-bid, .acceleration-duplicated, .acceleration-outbid,
 * .no-mining-pool-available, .bad-acceleration, .payment-method, .payment-bounds, .bad-payment, .too-many,
 * .bad-passkey, .account-in-use, .balance-differs, .faucet-below-minimum, .faucet-above-maximum, .faucet-bad-address,
 * .faucet-address-not-allowed, .faucet-too-soon, .faucet-maximum-reached, .faucet-not-available, .faucet-empty.
 */
export { type Accelerator, createAccelerator } from './acceleration/accelerator.ts';
export {
  type AutoOptions,
  type AutoRow,
  autoAccelerationsOf,
  runAutoAccelerations,
  trackAcceleration,
  untrackAcceleration,
} from './acceleration/auto-accelerations.ts';
export type { AccelerationChain, MempoolPackage, MinedFacts, TxLocation } from './acceleration/chain.ts';
export type { Quote, ServiceFees } from './acceleration/estimate.ts';
export { type AccelerationRow, finalConfirmations } from './acceleration/life-cycle.ts';
export { accelerationPage } from './acceleration/list-page.ts';
export { createRpcMiner, type Miner } from './acceleration/miners.ts';
export { accelerationsOfUser, eventsOf } from './acceleration/own-history.ts';
export {
  accelerationOfTx,
  accelerationSums,
  accelerationTotals,
  activeAccelerations,
  statusesOf,
} from './acceleration/public-lists.ts';
export { apiKeysOf, createApiKey, listApiKeys, revokeApiKey, userOfKey } from './accounts/api-keys.ts';
export { deleteUser } from './accounts/deletion.ts';
export { createEmailLink, emailLinkSeconds, isEmailAddress, mayUseLink, useEmailLink } from './accounts/email-links.ts';
export { exportUser } from './accounts/export.ts';
export { createPasskeys, type Passkeys, passkeysOf, removePasskey } from './accounts/passkeys.ts';
export { createProofOfWork, type ProofOfWork } from './accounts/proof-of-work.ts';
export {
  endOtherSessions,
  endSession,
  endSessionOf,
  findSession,
  sessionsOf,
  startSession,
  userOfSession,
} from './accounts/sessions.ts';
export { checkPassword, createUser, findUser, listUsers, setPassword, setStatus, type User } from './accounts/users.ts';
export { type Database, type DatabasePlace, openDatabase } from './database/database.ts';
export type { WriterOptions } from './database/writer.ts';
export { createFaucet, type Faucet, type FaucetState } from './faucet/faucet.ts';
export type { FaucetLimits } from './faucet/faucet-requests.ts';
export { createNodeWallet, type FaucetWallet } from './faucet/faucet-wallet.ts';
export { auditLedger, balanceOf, creditsOf, creditUser, spendableOf } from './ledger/ledger.ts';
export { claimableInvoices, claimableSats, claimInvoice, openSums, payOutInvoice } from './payments/claim.ts';
export type { InvoiceRow, PaymentRow } from './payments/invoice-state.ts';
export { confirmationsFor } from './payments/invoice-state.ts';
export { findInvoice, paymentsOf, topUpsOf } from './payments/invoices.ts';
export { createPayments, type Payments } from './payments/payments.ts';
export {
  type AddressSource,
  type CardMethod,
  type CardProvider,
  cardMethods,
  type LightningWallet,
  type PaymentChain,
  type ReceivedOutput,
  type SettledInvoice,
  type StoredCard,
} from './payments/providers.ts';
export { guestPrefix } from './payments/receive.ts';
