import { use, useEffect, useMemo, useRef } from 'react';
import { Link, useNavigation, useRevalidator, useSearchParams } from 'react-router';
import { useHydrated } from '../../context/clock.ts';
import { useLive, useSession } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { PriceContext } from '../../context/price.ts';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { type WalletData, walletOf } from '../../data/wallet.ts';
import { amount } from '../../format/amount.ts';
import { fiat, worth } from '../../format/fiat.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { useWalletSound } from '../../sound/use-sound.ts';
import { Skeleton } from '../../ui/Card.tsx';
import { usePageSize } from '../../ui/hooks/use-page-size.ts';
import { useRetry } from '../../ui/hooks/use-retry.ts';
import { FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { maxAddresses } from '../../wallet/address-list.ts';
import { WalletPager } from './WalletPager.tsx';
import styles from './wallet.module.css';

/** Maximum number of addresses per connection. Source: docs/live-protocol.md, `maxTrackedAddresses` */
const maxFollowed = 100;
/** Last characters that identify an address here. */
const tail = 8;
/** Maximum number of failed addresses that are named. */
const maxNamed = 5;

/** Shows the balance of a group of addresses: the sum, then each, live. */
export function GroupWallet({ data }: { data: WalletData }) {
  const text = useText();
  const { prefix } = usePlace();
  const hasPrice = use(PriceContext) !== undefined;
  const [query] = useSearchParams();
  const given = query.get('addresses') ?? '';
  const own = useMemo(() => walletOf(data), [data]);
  const session = useSession();
  useEffect(() => {
    session.trackWallet(own, [...namesOf(data)].slice(0, maxFollowed));
    return () => session.trackWallet(undefined);
  }, [session, own, data]);
  const live = useLive((state) => state.wallet);
  const wallet = live?.places === own.places ? live : own;
  useWalletSound(wallet.last);
  useReloadAfterReconnect();
  useReloadAfterReorg();
  const next = useNavigation().location;
  const isOld = next !== undefined && new URLSearchParams(next.search).get('addresses') !== given;

  const size = usePageSize();
  const last = Math.max(1, Math.ceil(data.entries.length / size));
  const current = useCurrentPage(size, last);
  const failed = data.entries.filter(({ sats }) => sats === undefined);
  useRetry(failed.some(({ isInvalid }) => isInvalid !== true));
  const shown = data.entries.map(({ address, sats, isInvalid }, place) => ({
    address,
    failure: sats !== undefined ? undefined : isInvalid ? ('wallet.invalid' as const) : ('wallet.retry' as const),
    sats: wallet.balances[place] ?? 0,
  }));
  return (
    <>
      {failed.length > 0 && (
        <p className={`${styles.note} warn`} data-cy="wallet-note" role="status">
          {text('wallet.failed', {
            count: failed.length,
            list: failed
              .slice(0, maxNamed)
              .map(({ address }) => `…${address.slice(-tail)}`)
              .join(', '),
            more: Math.max(0, failed.length - maxNamed),
          })}
        </p>
      )}
      {data.left > 0 && (
        <p className={`${styles.note} warn`} data-cy="wallet-note">
          {text('wallet.left', { max: maxAddresses, left: data.left })}
        </p>
      )}
      <table className={styles.table} data-cy="wallet-table" aria-busy={isOld}>
        <thead className="sr-only">
          <tr>
            <th scope="col">{text('wallet.address')}</th>
            <th scope="col">{text('wallet.amount')}</th>
            {hasPrice && <th scope="col">{text('wallet.value')}</th>}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.total} data-cy="wallet-total">
            <th scope="row">{text('wallet.total')}</th>
            <Amounts sats={isOld ? undefined : wallet.total} />
          </tr>
          {shown.slice((current - 1) * size, current * size).map(({ address, failure, sats }) => (
            <tr key={address}>
              <th scope="row">
                <Link
                  to={page.address(prefix, address)}
                  target="_blank"
                  rel="noopener"
                  title={escapeInvisible(address)}
                >
                  <bdi dir="ltr">
                    {address.length > tail && <span aria-hidden="true">…</span>}
                    {escapeInvisible(address.slice(-tail))}
                  </bdi>
                  <span className="sr-only"> {text('wallet.newTab')}</span>
                </Link>
              </th>
              {failure ? (
                <td colSpan={hasPrice ? 2 : 1} className="quiet" data-cy="wallet-retry">
                  {text(failure)}
                </td>
              ) : (
                <Amounts sats={isOld ? undefined : sats} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {data.entries.length > size && (
        <WalletPager current={current} last={last} to={(number) => page.wallet(prefix, given, number)} />
      )}
      {data.entries.length - failed.length > maxFollowed && (
        <p className={styles.note} data-cy="wallet-note">
          {text('wallet.followed', { max: maxFollowed })}
        </p>
      )}
    </>
  );
}

/** Yields addresses whose lookup succeeded: an unknown one would end the subscription of all. */
function* namesOf({ entries }: WalletData): Generator<string> {
  for (const { address, sats } of entries) if (sats !== undefined) yield address;
}

/** Shows an amount with as many decimals as the window allows, and its fiat value with a price. */
function Amounts({ sats }: { sats: number | undefined }) {
  const { preferences } = usePreferences();
  const { network } = usePlace();
  const price = use(PriceContext);
  const unit = preferences.unit === 'sats' ? 'sats' : 'btc';
  if (sats === undefined)
    return (
      <td colSpan={price === undefined ? 1 : 2}>
        <Skeleton />
      </td>
    );
  return (
    <>
      <td>
        {(['lg', 'md', 'sm'] as const).map((width) => (
          <FigureText
            key={width}
            figure={amount(sats, unit, network, [digits[width], digits[width]])}
            className={styles[width]}
          />
        ))}
      </td>
      {price !== undefined && (
        <td>
          <FigureText figure={fiat(worth(sats, price), preferences.currency)} />
        </td>
      )}
    </>
  );
}

/** Decimals from 992 px, from 528 px, and below. */
const digits = { lg: 8, md: 4, sm: 2 } as const;

/** Returns the page that the URL names; the first one again when the window changes the page size. */
function useCurrentPage(size: number, last: number): number {
  const [query, setQuery] = useSearchParams();
  const isMeasured = useHydrated();
  const before = useRef<number>(undefined);
  useEffect(() => {
    // the default size before measuring is not a size of the window
    if (!isMeasured) return;
    const old = before.current;
    before.current = size;
    // without a page in the URL it is the first one: navigating would only reload all balances
    if (old === undefined || old === size || !query.has('page')) return;
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('page');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isMeasured, size, query, setQuery]);
  const asked = query.get('page') ?? '1';
  return Math.min(last, /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1);
}

/** Reloads the balances after a reconnect, since updates may have been missed. */
function useReloadAfterReconnect(): void {
  const { revalidate } = useRevalidator();
  const isOnline = useLive((state) => state.connection === 2);
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) {
      browserApi().forget();
      void revalidate();
    }
    wasOnline.current = isOnline;
  }, [isOnline, revalidate]);
}

/**
 * Reloads the balances after a reorg, which may disconnect transactions that were confirmed before the page was loaded:
 * live updates then report them as unconfirmed, and it is unknown which transactions the balance includes.
 */
function useReloadAfterReorg(): void {
  const { revalidate } = useRevalidator();
  const blocks = useLive((state) => state.blocks);
  const tip = useRef<string>(undefined);
  useEffect(() => {
    const before = tip.current;
    tip.current = blocks[0]?.id ?? before;
    if (before === undefined || blocks.length === 0 || blocks.some(({ id }) => id === before)) return;
    browserApi().forget();
    void revalidate();
  }, [blocks, revalidate]);
}
