import { CodedError } from '@glassblock/primitives';
import type { FaucetWallet, Payment } from '../faucet/faucet-wallet.ts';

/** A wallet of a test. */
export interface ScriptedWallet extends FaucetWallet {
  sats: number;
  isAway: boolean;
  /** Next transactions are rejected, as if their inputs were spent. */
  isRejecting: boolean;
  /** Transactions that were sent, by txid. */
  readonly sent: Map<string, readonly Payment[]>;
}

/** Creates a wallet. @param onCall called before and after each step; may throw as if the program ended there */
export function createScriptedWallet(onCall: () => void = () => undefined): ScriptedWallet {
  const signed = new Map<string, readonly Payment[]>();
  const checkAway = () => {
    if (wallet.isAway) throw new CodedError('node.away', 'away');
  };
  const wallet: ScriptedWallet = {
    sats: 1_000_000,
    isAway: false,
    isRejecting: false,
    sent: new Map(),
    async address() {
      checkAway();
      return 'own';
    },
    async balanceSats() {
      return wallet.sats;
    },
    async check(address) {
      checkAway();
      if (address === 'own') return 'own';
      return address.startsWith('tb1') ? 'valid' : 'invalid';
    },
    async sign(payments) {
      checkAway();
      onCall();
      if (payments.reduce((sum, { sats }) => sum + sats, 0) > wallet.sats) return undefined;
      const txid = signed.size.toString(16).padStart(64, '0');
      signed.set(txid, payments);
      return { txid, raw: txid };
    },
    async send(txid) {
      checkAway();
      onCall();
      if (wallet.isRejecting) return 'rejected';
      wallet.sent.set(txid, signed.get(txid)!);
      onCall();
      return 'sent';
    },
  };
  return wallet;
}
