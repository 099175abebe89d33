import { fieldsOf, type NodeClient, satsOfBtc, textField } from '@glassblock/node';
import { isCoded } from '@glassblock/primitives';

/** A payment of a faucet. */
export interface Payment {
  address: string;
  sats: number;
}

/** The wallet of a faucet. All methods throw errors of the node. */
export interface FaucetWallet {
  /** Returns the address to which test coins are returned. */
  address(): Promise<string>;
  /** Returns sats that can be spent. */
  balanceSats(): Promise<number>;
  /** Returns whether an address may be paid: `own` ones of the wallet may not. */
  check(address: string): Promise<'valid' | 'own' | 'invalid'>;
  /** Signs a transaction without sending it. @returns undefined when the balance is not enough */
  sign(payments: readonly Payment[]): Promise<{ txid: string; raw: string } | undefined>;
  /** Sends a signed transaction, also again. @returns `rejected` when it can never confirm */
  send(txid: string, raw: string): Promise<'sent' | 'rejected'>;
}

const label = 'faucet';
const satsPerBtc = 1e8;
/** Codes of the node's errors. */
const [insufficientFunds, walletError, unknownLabel] = [-6, -4, -11];
const [verifyError, verifyRejected, alreadyInChain] = [-25, -26, -27];

const codeOf = (error: unknown): number | undefined =>
  isCoded(error, 'node.rpc') ? (error.datum as { code: number }).code : undefined;

/** `send` reports it as an error of the wallet, with the reason in the message. */
const isInsufficient = (error: unknown): boolean =>
  codeOf(error) === insufficientFunds ||
  (codeOf(error) === walletError && error instanceof Error && /insufficient funds/i.test(error.message));

/** Creates the wallet of a node. @param feeRate sat/vB */
export function createNodeWallet(client: NodeClient, feeRate: number): FaucetWallet {
  let returns: string | undefined;
  return {
    async address() {
      returns ??= (await labelledAddress(client)) ?? String(await client.rpc('getnewaddress', label, 'bech32'));
      return returns;
    },
    async balanceSats() {
      const balances = fieldsOf(await client.rpc('getbalances'), 'getbalances');
      return satsOfBtc(fieldsOf(balances['mine'], 'getbalances')['trusted']);
    },
    async check(address) {
      const validation = fieldsOf(await client.rpc('validateaddress', address), 'validateaddress');
      if (validation['isvalid'] !== true) return 'invalid';
      const info = fieldsOf(await client.rpc('getaddressinfo', address), 'getaddressinfo');
      return info['ismine'] === true ? 'own' : 'valid';
    },
    async sign(payments) {
      const sums = new Map<string, number>();
      for (const { address, sats } of payments) sums.set(address, (sums.get(address) ?? 0) + sats);
      const outputs = [...sums].map(([address, sats]) => ({ [address]: (sats / satsPerBtc).toFixed(8) }));
      try {
        const options = { add_to_wallet: false, replaceable: true };
        const signed = fieldsOf(await client.rpc('send', outputs, null, 'unset', feeRate, options), 'send');
        return { txid: textField(signed, 'txid'), raw: textField(signed, 'hex') };
      } catch (error) {
        if (isInsufficient(error)) return undefined;
        throw error;
      }
    },
    async send(txid, raw) {
      try {
        await client.rpc('sendrawtransaction', raw);
        return 'sent';
      } catch (error) {
        const code = codeOf(error);
        if (code === alreadyInChain) return 'sent';
        if (code !== verifyError && code !== verifyRejected) throw error;
        return (await isInWallet(client, txid)) ? 'sent' : 'rejected';
      }
    },
  };
}

async function labelledAddress(client: NodeClient): Promise<string | undefined> {
  try {
    return Object.keys(fieldsOf(await client.rpc('getaddressesbylabel', label), 'getaddressesbylabel'))[0];
  } catch (error) {
    if (codeOf(error) === unknownLabel) return undefined;
    throw error;
  }
}

/** A transaction whose inputs are spent may be spent by itself: confirmed, with outputs that are spent too. */
async function isInWallet(client: NodeClient, txid: string): Promise<boolean> {
  try {
    const known = fieldsOf(await client.rpc('gettransaction', txid), 'gettransaction');
    return Number(known['confirmations']) >= 0;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}
