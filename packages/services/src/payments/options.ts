import type { Accelerator } from '../acceleration/accelerator.ts';
import type { AccelerationChain } from '../acceleration/chain.ts';
import type { Database } from '../database/database.ts';
import type { AddressSource, CardProvider, LightningWallet, PaymentChain } from './providers.ts';

/** Options of payments. */
export interface PaymentsOptions {
  database: Database;
  accelerator: Pick<Accelerator, 'quote' | 'acceptPaid'>;
  /** Returns the reason why a transaction cannot be accelerated any more. */
  locations: Pick<AccelerationChain, 'locate'>;
  /** Undefined: no Lightning payments. */
  lightning: LightningWallet | undefined;
  /** Undefined: no on-chain payments. */
  addresses: AddressSource | undefined;
  chain: PaymentChain;
  /** Undefined: no card payments. */
  cards: CardProvider | undefined;
  /** Lifetime of an invoice, in seconds. */
  lifeSeconds: number;
  nowSeconds(): number;
}
