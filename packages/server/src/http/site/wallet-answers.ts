import { serviceWalletPaths } from '@glassblock/contract/services';
import type { WatchedWallets } from '../../api/address/watched-wallets.ts';
import { jsonReply, replyOrError, type SiteAnswer, textReply } from './site-answers.ts';

const cacheSeconds = 5;

/** Returns the routes of watched wallets and treasuries. Without wallets the list of treasuries is empty. */
export function walletAnswers(wallets: WatchedWallets, onFailure: (error: unknown) => void): SiteAnswer[] {
  const walletAnswer = (path: string, find: WatchedWallets['find']): SiteAnswer => ({
    path: `${path}/:name`,
    answer({ name = '' }) {
      const make = async () => {
        const wallet = await find(name);
        return wallet === undefined ? textReply(404, 'No such wallet') : jsonReply(wallet, cacheSeconds);
      };
      return replyOrError(make, 'Failed to get wallet', onFailure);
    },
  });
  const treasuriesAnswer = (path: string): SiteAnswer => ({
    path,
    answer() {
      const make = async () => jsonReply(await wallets.treasuries(), cacheSeconds);
      return replyOrError(make, 'Failed to get treasuries', onFailure);
    },
  });
  return [
    walletAnswer('api/v1/wallet', wallets.find),
    treasuriesAnswer('api/v1/treasuries'),
    { path: serviceWalletPaths.wallets, answer: async () => jsonReply(wallets.names(), cacheSeconds) },
    walletAnswer(serviceWalletPaths.wallets, wallets.findForServices),
    treasuriesAnswer(serviceWalletPaths.treasuries),
  ];
}
