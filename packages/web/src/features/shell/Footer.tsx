import type { BackendInfo } from '@glassblock/contract';
import { Link } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace, useSite } from '../../context/site-context.ts';
import { hasAccelerations, pathOf, type Site } from '../../data/site/site.ts';
import { bytes, count, percent } from '../../format/amount.ts';
import { flow, flowStep } from '../../format/rate.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import barStyles from '../../ui/bar.module.css';
import { FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { blockCapacity, blockVsize } from '../block/block-facts.ts';
import { Brand } from './brand/Brand.tsx';
import footerStyles from './footer.module.css';
import { NetworkLink } from './NetworkLink.tsx';
import shellStyles from './shell.module.css';

/** Returns the color by usage: green to half, amber to three quarters, red above. */
const usageTone = (share: number): string => (share <= 0.5 ? 'ok' : share <= 0.75 ? 'warn' : 'bad');

/** Shows a bar of 100 by 6 pixels, filled to a share. */
function Bar({ share, tone = '', step, label }: { share: number; tone?: string; step?: number; label: string }) {
  return (
    <svg
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={footerStyles.footerBar}
      role="img"
      aria-label={label}
    >
      <rect className={barStyles.barGround} width="100" height="6" rx="2" />
      <rect
        className={`${barStyles.barFill} ${tone}`}
        data-part="bar-fill"
        data-step={step}
        width={Math.round(Math.min(1, share) * 1000) / 10}
        height="6"
        rx="2"
      />
    </svg>
  );
}

/** Shows live figures of the mempool: inflow, unconfirmed transactions, size. */
function Figures() {
  const text = useText();
  const info = useLive((state) => state.mempoolInfo);
  const rate = useLive((state) => state.vBytesPerSecond);
  const loading = useLive((state) => state.loading.mempool);
  const { rateUnit } = usePreferences().preferences;
  const capacity = blockCapacity(usePlace().pace);
  const usage = info && info.maxmempool > 0 ? info.usage / info.maxmempool : 0;
  return (
    <div className={footerStyles.footerLive} data-part="footer-live">
      <span className={`txPerSecond ${footerStyles.txPerSecond}`}>
        {loading !== undefined && loading < 100 ? (
          <span className="badge warn">{text('footer.synchronizing', { percent: percent(loading, 0) })}</span>
        ) : (
          <>
            <span className="quiet">{text('footer.incoming')}</span>{' '}
            {rate === undefined ? (
              <span className="skeleton-loader" />
            ) : (
              <>
                <Bar share={rate / capacity} step={flowStep(rate, capacity)} label={text('footer.incoming')} />{' '}
                <FigureText figure={flow(rate, rateUnit)} />
              </>
            )}
          </>
        )}
      </span>
      <span className="unconfirmedTx">
        <span className="quiet">{text('footer.unconfirmed')}</span>{' '}
        {info ? <b className="figure">{count(info.size)}</b> : <span className="skeleton-loader" />}
      </span>
      <span className="mempoolSize">
        <span className="quiet">{text('footer.size')}</span>{' '}
        {info ? (
          <>
            <Bar share={usage} tone={usageTone(usage)} label={`${text('footer.usage')}: ${percent(100 * usage, 0)}`} />{' '}
            <FigureText figure={bytes(info.bytes)} />{' '}
            <small>({text('count.blocks', { count: Math.ceil(info.bytes / blockVsize) })})</small>
          </>
        ) : (
          <span className="skeleton-loader" />
        )}
      </span>
    </div>
  );
}

/** Label, target, and the networks that have the page; all if absent. */
type Entry = readonly [TextId, (prefix: string) => string, ((site: Site, network: string) => boolean)?];

/** Links by column. */
const columns: readonly { title: TextId; entries: readonly Entry[] }[] = [
  {
    title: 'footer.explore',
    entries: [
      ['footer.blocks', (prefix) => page.blocks(prefix)],
      ['footer.txs', page.txs],
      ['footer.graphs', (prefix) => page.mempoolGraph(prefix)],
      ['footer.fees', (prefix) => page.fees(prefix)],
      ['footer.rbf', (prefix) => page.rbf(prefix)],
      ['footer.stale', (prefix) => page.staleBlocks(prefix)],
      ['header.accelerations', (prefix) => page.acceleration(prefix), hasAccelerations],
      ['footer.desk', page.walletDesk],
      ['footer.wallet', (prefix) => page.wallet(prefix)],
    ],
  },
  {
    title: 'footer.tools',
    entries: [
      ['footer.push', (prefix) => page.push(prefix)],
      ['footer.test', page.testTxs],
      ['footer.preview', (prefix) => page.preview(prefix)],
      ['footer.calculator', page.calculator],
      ['footer.clockMempool', (prefix) => page.clock(prefix, 'mempool')],
      ['footer.clockMined', (prefix) => page.clock(prefix, 'mined')],
      ['footer.status', page.status],
      ['footer.faucet', page.faucet, (site, network) => site.accounts?.faucets.includes(network) === true],
      ['footer.account', page.account, (site) => site.accounts !== undefined],
    ],
  },
  {
    title: 'footer.learn',
    entries: [
      ['footer.faq.mempool', (prefix) => page.question(prefix, 'what-is-a-mempool')],
      ['footer.faq.explorer', (prefix) => page.question(prefix, 'what-is-a-block-explorer')],
      ['footer.faq.mempoolExplorer', (prefix) => page.question(prefix, 'what-is-a-mempool-explorer')],
      ['footer.faq.waiting', (prefix) => page.question(prefix, 'why-is-transaction-stuck-in-mempool')],
      ['footer.faq.own', (prefix) => page.question(prefix, 'host-my-own-instance-server')],
      ['footer.faq.more', (prefix) => page.docs(prefix, 'faq')],
      ['footer.docs', (prefix) => page.docs(prefix, 'rest')],
      ['footer.aboutPage', page.about],
    ],
  },
  {
    title: 'footer.legal',
    entries: [
      ['footer.terms', page.terms],
      ['footer.privacy', page.privacy],
      ['footer.trademark', page.trademark],
    ],
  },
];

function Columns() {
  const text = useText();
  const { prefix, network } = usePlace();
  const site = useSite();
  const { networks, rootNetwork } = site;
  const others = networks.filter(({ name }) => name !== network);
  return (
    <nav className={footerStyles.footerColumns} aria-label={text('footer.pages')}>
      {columns.map(({ title, entries }) => (
        <Column key={title} title={text(title)}>
          {entries
            .filter(([, , isThere]) => isThere?.(site, network) !== false)
            .map(([label, to]) => (
              <li key={label}>
                <Link to={to(prefix)} reloadDocument={label === 'footer.docs'}>
                  {text(label)}
                </Link>
              </li>
            ))}
          {title === 'footer.explore' &&
            network === rootNetwork &&
            site.links?.map((link) => (
              <li key={link.path}>
                <Link to={link.path}>{link.title}</Link>
              </li>
            ))}
          {title === 'footer.legal' && (
            <li>
              <a href={page.licences(site.basePath)}>{text('footer.licences')}</a>
            </li>
          )}
        </Column>
      ))}
      {others.length > 0 && (
        <Column title={text('footer.networks')}>
          {others.map((other) => (
            <li key={other.name}>
              <NetworkLink network={other} to={page.home(pathOf(other, rootNetwork))}>
                {text('footer.network', { name: other.label })}
              </NetworkLink>
            </li>
          ))}
        </Column>
      )}
    </nav>
  );
}

function Column({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <p className={footerStyles.footerTitle}>{title}</p>
      <ul>{children}</ul>
    </div>
  );
}

/** Shows live mempool figures and links to all pages. `isBare`: only the figures, at the bottom of the window. */
export function Footer({ isBare = false, server }: { isBare?: boolean; server?: BackendInfo }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <footer
      className={isBare ? `footer ${footerStyles.footer} ${footerStyles.bare}` : `footer ${footerStyles.footer}`}
      data-bare={isBare || undefined}
    >
      <Figures />
      {!isBare && (
        <>
          <Columns />
          <div className={footerStyles.footerAbout} data-part="footer-about">
            <Link to={page.home(prefix)} className={shellStyles.brand} data-part="brand">
              <Brand size={22} place="footer" />
            </Link>
            <p className="quiet">{text('footer.about')}</p>
            {server !== undefined && (
              <p className="quiet figure footer-version">
                v{server.version}
                {server.gitCommit !== '' && ` [${server.gitCommit.slice(0, 10)}]`}
              </p>
            )}
          </div>
        </>
      )}
    </footer>
  );
}
