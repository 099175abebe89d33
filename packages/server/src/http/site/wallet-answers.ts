import type { WatchedWallets } from '../../api/address/watched-wallets.ts';
import { jsonReply, replyOrError, type SiteAnswer, textReply } from './site-answers.ts';

const cacheSeconds = 5;

/** Returns the routes of watched wallets and treasuries. Without wallets the list of treasuries is empty. */
export function walletAnswers(wallets: WatchedWallets, onFailure: (error: unknown) => void): SiteAnswer[] {
  return [
    {
      path: 'api/v1/wallet/:name',
      answer({ name = '' }) {
        const make = async () => {
          const wallet = await wallets.find(name);
          return wallet === undefined ? textReply(404, 'No such wallet') : jsonReply(wallet, cacheSeconds);
        };
        return replyOrError(make, 'Failed to get wallet', onFailure);
      },
    },
    {
      path: 'api/v1/treasuries',
      answer() {
        const make = async () => jsonReply(await wallets.treasuries(), cacheSeconds);
        return replyOrError(make, 'Failed to get treasuries', onFailure);
      },
    },
  ];
}
