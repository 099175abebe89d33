import { Link } from 'react-router';
import { useLive } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { pathOf } from '../../../data/site/site.ts';
import { bytes, count } from '../../../format/amount.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import { FigureText } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import { Brand } from '../../shell/brand/Brand.tsx';
import footerStyles from '../../shell/footer.module.css';
import { NetworkLink } from '../../shell/NetworkLink.tsx';
import shellStyles from '../../shell/shell.module.css';
import { hasAuditPages } from '../audit-pages.ts';
import { liquidPage } from '../liquid-url.ts';

const columns: readonly { title: TextId; entries: readonly (readonly [TextId, string])[] }[] = [
  {
    title: 'footer.explore',
    entries: [
      ['footer.blocks', page.blocks('')],
      ['footer.txs', page.txs('')],
      ['liquid.assets.title', liquidPage.assets()],
      ['liquid.pegs.title', liquidPage.pegs()],
      ['liquid.wallet.title', liquidPage.wallet()],
      ['liquid.proof.title', liquidPage.proof()],
    ],
  },
  {
    title: 'footer.tools',
    entries: [
      ['footer.push', page.push('')],
      ['liquid.balances.title', page.wallet('')],
    ],
  },
  {
    title: 'footer.learn',
    entries: [
      ['footer.docs', page.docs('', 'rest')],
      ['footer.aboutPage', page.about('')],
    ],
  },
  {
    title: 'footer.legal',
    entries: [
      ['footer.terms', page.terms('')],
      ['footer.privacy', page.privacy('')],
      ['footer.trademark', page.trademark('')],
    ],
  },
];

/** Pages of the audit. */
const auditTexts: ReadonlySet<TextId> = new Set(['liquid.pegs.title', 'liquid.wallet.title', 'liquid.proof.title']);

/** Shows figures of the mempool and links to all pages of a Liquid network. */
export function LiquidFooter() {
  const text = useText();
  const { basePath, networks, rootNetwork } = useSite();
  const { network } = usePlace();
  const isOffered = ([label]: readonly [TextId, string]) => hasAuditPages(network) || !auditTexts.has(label);
  const others = networks.filter(({ name }) => name !== network);
  return (
    <footer className={`footer ${footerStyles.footer}`}>
      <Figures />
      <nav className={footerStyles.footerColumns} aria-label={text('footer.pages')}>
        {columns.map(({ title, entries }) => (
          <div key={title}>
            <p className={footerStyles.footerTitle}>{text(title)}</p>
            <ul>
              {entries.filter(isOffered).map(([label, to]) => (
                <li key={label}>
                  <Link to={to}>{text(label)}</Link>
                </li>
              ))}
              {title === 'footer.legal' && (
                <li>
                  <a href={page.licences(basePath)}>{text('footer.licences')}</a>
                </li>
              )}
            </ul>
          </div>
        ))}
        {others.length > 0 && (
          <div>
            <p className={footerStyles.footerTitle}>{text('footer.networks')}</p>
            <ul>
              {others.map((other) => (
                <li key={other.name}>
                  <NetworkLink network={other} to={page.home(pathOf(other, rootNetwork))}>
                    {text('footer.network', { name: other.label })}
                  </NetworkLink>
                </li>
              ))}
            </ul>
          </div>
        )}
      </nav>
      <div className={footerStyles.footerAbout} data-part="footer-about">
        <Link to={page.home('')} className={shellStyles.brand} data-part="brand">
          <Brand size={22} place="footer" />
        </Link>
        <p className="quiet">{text('liquid.footer.about')}</p>
      </div>
    </footer>
  );
}

function Figures() {
  const text = useText();
  const info = useLive((state) => state.mempoolInfo);
  return (
    <div className={footerStyles.footerLive} data-part="footer-live">
      <span className="unconfirmedTx">
        <span className="quiet">{text('footer.unconfirmed')}</span>{' '}
        {info ? <b className="figure">{count(info.size)}</b> : <span className="figure">–</span>}
      </span>
      <span className="mempoolSize">
        <span className="quiet">{text('footer.size')}</span>{' '}
        {info ? <FigureText figure={bytes(info.bytes)} /> : <span className="figure">–</span>}
      </span>
    </div>
  );
}
