import { Link } from 'react-router';
import { bytes, count, percent } from '../format/amount.ts';
import { flow } from '../format/rate.ts';
import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import { blockVsize } from './block-facts.ts';
import { Logo } from './Logo.tsx';
import { useLive } from './live.ts';
import { usePreferences } from './preferences.tsx';
import { usePlace } from './site-context.ts';
import { FigureText } from './values.tsx';

/** Incoming rate at which the bar is full, vB/s. (product.md 9) */
const fullRate = 1667;

/** Live figures of the pool, and what this is. `isBare`: the figures alone, at the bottom of the window. */
export function Footer({ isBare = false }: { isBare?: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  const info = useLive((state) => state.mempoolInfo);
  const rate = useLive((state) => state.vBytesPerSecond);
  const loading = useLive((state) => state.loading.mempool);
  const { rateUnit } = usePreferences().preferences;
  return (
    <footer className={isBare ? 'footer bare' : 'footer'}>
      <div className="footer-live">
        <span className="txPerSecond">
          {loading !== undefined && loading < 100 ? (
            <span className="badge warn">{text('footer.synchronizing', { percent: percent(loading, 0) })}</span>
          ) : (
            <>
              <span className="quiet">{text('footer.incoming')}</span>{' '}
              {rate === undefined ? (
                <span className="skeleton-loader" />
              ) : (
                <>
                  <meter
                    className="rate-meter"
                    min={0}
                    max={fullRate}
                    value={Math.min(rate, fullRate)}
                    aria-label={text('footer.incoming')}
                  />{' '}
                  <FigureText figure={flow(rate, rateUnit)} />
                </>
              )}
            </>
          )}
        </span>
        <span className="unconfirmedTx">
          <span className="quiet">{text('footer.unconfirmed')}</span>{' '}
          <b className="figure">{info ? count(info.size) : '–'}</b>
        </span>
        <span className="mempoolSize">
          <span className="quiet">{text('footer.size')}</span>{' '}
          {info ? (
            <>
              <FigureText figure={bytes(info.bytes)} />{' '}
              <small>({text('count.blocks', { count: Math.ceil(info.bytes / blockVsize) })})</small>
            </>
          ) : (
            '–'
          )}
        </span>
      </div>
      {!isBare && (
        <div className="footer-about">
          <Link to={page.home(prefix)} className="brand">
            <Logo size={22} /> Glassblock
          </Link>
          <Link to={page.blocks(prefix)}>{text('header.blocks')}</Link>
          <Link to={page.mempoolGraph(prefix)}>{text('nav.graphs')}</Link>
          <Link to={page.rbf(prefix)}>{text('footer.rbf')}</Link>
          <Link to={page.txs(prefix)}>{text('footer.txs')}</Link>
          <Link to={page.push(prefix)}>{text('footer.push')}</Link>
          <Link to={page.testTxs(prefix)}>{text('footer.test')}</Link>
          <Link to={page.preview(prefix)}>{text('footer.preview')}</Link>
          <Link to={page.staleBlocks(prefix)}>{text('footer.stale')}</Link>
          <Link to={page.docs(prefix, 'rest')} reloadDocument>
            {text('footer.docs')}
          </Link>
          <Link to={page.about(prefix)}>{text('footer.aboutPage')}</Link>
          <Link to={page.terms(prefix)}>{text('footer.terms')}</Link>
          <Link to={page.privacy(prefix)}>{text('footer.privacy')}</Link>
          <p className="quiet">{text('footer.about')}</p>
        </div>
      )}
    </footer>
  );
}
