import type { WatchedWallets } from '../../api/address/watched-wallets.ts';
import { errorJson, jsonReply, type SiteAnswer, textReply } from './site-answers.ts';

const cacheSeconds = 5;

/** Returns the routes of watched wallets and treasuries. Without wallets the list of treasuries is empty. */
export function walletAnswers(wallets: WatchedWallets, onFailure: (error: unknown) => void): SiteAnswer[] {
  return [
    {
      path: 'api/v1/wallet/:name',
      async answer({ name = '' }) {
        try {
          const wallet = await wallets.find(name);
          return wallet === undefined ? textReply(404, 'No such wallet') : jsonReply(wallet, cacheSeconds);
        } catch (error) {
          onFailure(error);
          return errorJson(500, 'Failed to get wallet');
        }
      },
    },
    {
      path: 'api/v1/treasuries',
      async answer() {
        try {
          return jsonReply(await wallets.treasuries(), cacheSeconds);
        } catch (error) {
          onFailure(error);
          return errorJson(500, 'Failed to get treasuries');
        }
      },
    },
  ];
}
