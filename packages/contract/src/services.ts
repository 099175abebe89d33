/**
 * Routes, wire shapes and errors of services: accounts and paid acceleration; routes of the whole site. They are apart
 * from the root of the package, so that pages do not load them.
 *     import { serviceRoutes } from '@glassblock/contract/services';
 */

export { serviceOperations, serviceSchemas, serviceSecurity } from './openapi/service-operations.ts';
export { siteOperations, siteSchemas } from './openapi/site-operations.ts';
export { type SiteRoute, serviceWalletPaths, siteRoutes } from './routes/site-routes.ts';
export type { AccountRouteId } from './services/account-routes.ts';
export type { NewKey, OwnKeys, OwnPasskeys, OwnSessions } from './services/account-shapes.ts';
export type { FaucetRouteId, FaucetStatus } from './services/faucet-routes.ts';
export type { paymentRoutes } from './services/payment-routes.ts';
export type {
  AutoAccelerations,
  CardReceipt,
  PaymentClaim,
  PaymentInvoice,
  PaymentOrder,
  StoredCards,
} from './services/payment-shapes.ts';
export { type ServiceError, serviceErrors } from './services/service-errors.ts';
export { type FieldName, fieldOf } from './services/service-fields.ts';
export { errorsOf, type ServiceRoute } from './services/service-route.ts';
export { type ServiceRouteId, serviceRoutes } from './services/service-routes.ts';
export type {
  AccelerationEstimate,
  OwnAccelerations,
  ServiceAuth,
  ServiceBalance,
  ServiceMenu,
  ServiceUser,
  ServiceVersion,
  TopUpHistory,
} from './services/service-shapes.ts';
