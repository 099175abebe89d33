import { networks } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import type { WatchedWalletConfig } from '../../config/wallets-config.ts';
import { type RelayOptions, readRelay } from './wallet-list.ts';

const [first, second] = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S'] as const;
const own = [{ name: 'cold', addresses: [first], treasury: undefined }];

/** A relay with these answers by path. */
function relay(answers: Record<string, unknown>) {
  const failures: string[] = [];
  const options: RelayOptions = {
    base: 'https://relay.example/services',
    own,
    network: networks.mainnet,
    fetcher: async (url) => {
      const answer = answers[url.replace('https://relay.example/services/', '')];
      return answer === undefined ? new Response(null, { status: 500 }) : Response.json(answer);
    },
    onFailure: (error) => void failures.push(String(error)),
  };
  return { failures, read: (known: readonly WatchedWalletConfig[] = own) => readRelay(options, known) };
}

it('reads wallets with their owners after the own ones, without holdings off the chain', async () => {
  const { read, failures } = relay({
    wallets: ['cold', 'acme', 'acme', 'none', '../x', 5],
    treasuries: [{ id: 1, name: 'Acme', wallet: 'acme' }, null, { wallet: {} }],
    'wallets/acme': { [second]: { address: second }, private: {}, '<script>': {} },
    'wallets/none': {},
  });
  expect(await read()).toEqual([...own, { name: 'acme', addresses: [second], treasury: 'Acme' }]);
  expect(failures).toEqual([]);
});

it('keeps the addresses of a wallet that cannot be read, and refuses lists of another form', async () => {
  const known = [...own, { name: 'acme', addresses: [second], treasury: undefined }];
  const { read, failures } = relay({ wallets: ['acme', 'list'], treasuries: [], 'wallets/list': [first] });
  expect(await read(known)).toEqual(known);
  expect(failures).toEqual(['Error: answered 500', 'Error: a wallet has another form']);
  await expect(relay({ wallets: {}, treasuries: [] }).read()).rejects.toThrow('the list of wallets has another form');
  await expect(relay({ wallets: [], treasuries: {} }).read()).rejects.toThrow(
    'the list of treasuries has another form',
  );
});

it('leaves out wallets beyond the number of addresses', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, place) => [`a${place}`, {}]));
  const { read } = relay({
    wallets: ['many', 'acme'],
    treasuries: [],
    'wallets/many': many,
    'wallets/acme': { [second]: {} },
  });
  expect((await read()).map(({ name }) => name)).toEqual(['cold', 'acme']);
});

it('checks no members of a wallet that has more of them than all wallets may have addresses', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`private-${i}`, {}]));
  const answers = { wallets: ['many'], treasuries: [], 'wallets/many': { [second]: {}, ...many } };
  const { read, failures } = relay(answers);
  expect(await read()).toEqual(own);
  expect(failures).toEqual(['Error: a wallet has more than 5000 addresses']);
});
