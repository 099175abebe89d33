import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePlace, useSite } from '../../context/site-context.ts';
import { hasAccelerations, hasLightning } from '../../data/site/site.ts';
import { useText } from '../../messages/use-text.ts';
import { Skeleton } from '../../ui/Card.tsx';
import {
  AccelerationIcon,
  BlocksIcon,
  DocsIcon,
  GearIcon,
  GraphIcon,
  InfoIcon,
  LightningIcon,
  MenuIcon,
  MiningIcon,
} from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { page } from '../../url.ts';
import { Search } from '../search/Search.tsx';
import { Brand } from './brand/Brand.tsx';
import { NetworkSwitcher } from './NetworkSwitcher.tsx';
import shellStyles from './shell.module.css';

const SettingsForm = lazyComponent(() => import('../settings/SettingsForm.tsx'));

/** Event name: the strip scrolls back to the newest block. */
export const stripReset = 'strip-reset';

/** Shows the header of Bitcoin networks. */
export const Header = () => <HeaderFrame search={<Search />} links={(hasIds) => <PageLinks hasIds={hasIds} />} />;

/**
 * Shows logo, network, search, pages and settings. On a phone, search and menu are at the bottom.
 * @param props.links links to the main pages; in the header and, on narrow screens, in the menu
 */
export function HeaderFrame(props: { search: React.ReactNode; links: (hasIds: boolean) => React.ReactNode }) {
  const text = useText();
  const { prefix, demo } = usePlace();
  const connection = useLive((state) => state.connection);
  return (
    <header className={shellStyles.header} data-part="header">
      <div className={shellStyles.headerRow} data-part="header-row">
        <Link
          to={page.home(prefix)}
          className={shellStyles.brand}
          data-state={connection}
          data-part="brand"
          id="btn-home"
          aria-label={text('header.home')}
          onClick={() => document.dispatchEvent(new CustomEvent(stripReset, { bubbles: true }))}
        >
          <Brand size={34} place="header" />
        </Link>
        {demo && (
          <span className={shellStyles.demoMark} data-part="demo-mark">
            {text('header.demo')}
          </span>
        )}
        <span className={shellStyles.connection} data-part="connection" role="status">
          {connection === 0 && <span className="badge bad">{text('connection.offline')}</span>}
          {connection === 1 && <span className="badge warn">{text('connection.reconnecting')}</span>}
        </span>
        <NetworkSwitcher />
        <div className={shellStyles.thumbBar}>
          {props.search}
          <nav className={shellStyles.headerLinks} data-part="header-links" aria-label={text('header.pages')}>
            {props.links(true)}
          </nav>
          <Sheet
            className={shellStyles.menuSheet}
            part="menu-sheet"
            label={text('header.menu')}
            face={
              <>
                <GearIcon />
                <MenuIcon />
              </>
            }
            later={() => (
              <Suspense fallback={<Skeleton />}>
                <SettingsForm />
              </Suspense>
            )}
          >
            <nav className={shellStyles.sheetPages} data-part="sheet-pages" aria-label={text('header.pages')}>
              {props.links(false)}
            </nav>
            <h2>{text('header.settings')}</h2>
            <noscript>
              <p>
                <Link to={page.settings(prefix)}>{text('header.settingsPage')}</Link>
              </p>
            </noscript>
          </Sheet>
        </div>
      </div>
    </header>
  );
}

/** Links the main pages of Bitcoin networks. */
function PageLinks({ hasIds }: { hasIds: boolean }) {
  const text = useText();
  const { network, prefix } = usePlace();
  const site = useSite();
  const { mining = false } = site;
  const links = [
    { id: 'btn-blocks', to: page.blocks(prefix), below: '/blocks', icon: <BlocksIcon />, label: text('header.blocks') },
    ...(mining
      ? [
          {
            id: 'btn-pools',
            to: page.mining(prefix),
            below: '/mining',
            icon: <MiningIcon />,
            label: text('header.mining'),
          },
        ]
      : []),
    ...(hasLightning(site, network)
      ? [
          {
            id: 'btn-lightning',
            to: page.lightning(prefix),
            below: '/lightning',
            icon: <LightningIcon />,
            label: text('header.lightning'),
          },
        ]
      : []),
    ...(hasAccelerations(site, network)
      ? [
          {
            id: 'btn-acceleration',
            to: page.acceleration(prefix),
            below: '/acceleration',
            icon: <AccelerationIcon />,
            label: text('header.accelerations'),
          },
        ]
      : []),
    {
      id: 'btn-graphs',
      to: page.mempoolGraph(prefix),
      below: '/graphs',
      icon: <GraphIcon />,
      label: text('nav.graphs'),
    },
    { id: 'btn-docs', to: page.docs(prefix, 'rest'), below: '/docs', icon: <DocsIcon />, label: text('header.docs') },
    { id: 'btn-about', to: page.about(prefix), below: '/about', icon: <InfoIcon />, label: text('footer.aboutPage') },
  ];
  return <HeaderLinks links={links} hasIds={hasIds} />;
}

/** A link of the header. */
export interface HeaderLink {
  id: string;
  to: string;
  /** Path below which the link is marked as current. */
  below: string;
  icon: React.ReactNode;
  label: string;
}

/** Shows the links of the header; the ids are set once per page. */
export function HeaderLinks({ links, hasIds }: { links: readonly HeaderLink[]; hasIds: boolean }) {
  const { prefix } = usePlace();
  const { pathname } = useLocation();
  return links.map(({ id, to, below, icon, label }) => (
    <Link
      key={id}
      to={to}
      reloadDocument={below === '/docs'}
      {...(hasIds && { id })}
      {...(pathname.startsWith(prefix + below) && { className: shellStyles.active, 'aria-current': 'page' as const })}
    >
      {icon} {label}
    </Link>
  ));
}
