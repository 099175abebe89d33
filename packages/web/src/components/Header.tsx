import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '../messages/use-text.ts';
import { page, prefixOf } from '../url.ts';
import { GearIcon } from './icons.tsx';
import { Logo } from './Logo.tsx';
import { useLive } from './live.ts';
import { Search } from './Search.tsx';
import { Settings } from './Settings.tsx';
import { usePlace, useSite } from './site-context.ts';

/** Logo, network, search and settings: on every page. */
export function Header() {
  const text = useText();
  const { prefix, demo } = usePlace();
  const connection = useLive((state) => state.connection);
  return (
    <header className="header">
      <div className="header-row">
        <Link
          to={page.home(prefix)}
          className={`brand state-${connection}`}
          id="btn-home"
          aria-label={text('header.home')}
        >
          <Logo />
          <span className="brand-name">Glassblock</span>
        </Link>
        {demo && <span className="demo-mark">{text('header.demo')}</span>}
        <span className="connection" role="status">
          {connection === 0 && <span className="badge bad">{text('connection.offline')}</span>}
          {connection === 1 && <span className="badge warn">{text('connection.reconnecting')}</span>}
        </span>
        <NetworkSwitcher />
        <Search />
        <nav className="header-links" aria-label={text('header.pages')}>
          <Link to={page.blocks(prefix)} id="btn-blocks">
            {text('header.blocks')}
          </Link>
          <Link to={page.mempoolGraph(prefix)} id="btn-graphs">
            {text('nav.graphs')}
          </Link>
        </nav>
        <Sheet label={text('settings.title')} face={<GearIcon />}>
          <Settings />
        </Sheet>
      </div>
    </header>
  );
}

/** A sheet that opens below its button; plain `details`, so it opens without JavaScript too. Esc and a click elsewhere close it. */
export function Sheet(props: { label: string; face: React.ReactNode; className?: string; children: React.ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== '' && ref.current) ref.current.open = false;
  }, [pathname]);
  useEffect(() => {
    if (!open) return;
    const close = () => {
      if (ref.current) ref.current.open = false;
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      ref.current?.querySelector('summary')?.focus();
    };
    const click = (event: MouseEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) close();
    };
    document.addEventListener('keydown', key);
    document.addEventListener('click', click);
    return () => {
      document.removeEventListener('keydown', key);
      document.removeEventListener('click', click);
    };
  }, [open]);
  return (
    <details
      ref={ref}
      className={`sheet ${props.className ?? ''}`}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="icon-button dropdown-toggle" aria-label={props.label} title={props.label}>
        {props.face}
      </summary>
      <div className="sheet-body">{props.children}</div>
    </details>
  );
}

/** Own mark of a network: a small cube in its colour. */
function NetworkMark({ name }: { name: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      className={`network-mark network-${name}`}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M2 5l6 3v7l-6-3z" opacity=".95" />
      <path d="M14 5L8 8v7l6-3z" opacity=".55" />
      <path d="M8 1.5L14 5 8 8 2 5z" opacity=".75" />
    </svg>
  );
}

/** Shown when more than one network is served; each entry leads to that network's dashboard. */
function NetworkSwitcher() {
  const text = useText();
  const site = useSite();
  const place = usePlace();
  if (site.networks.length < 2) {
    return (
      <span className="network-now">
        <NetworkMark name={place.network} /> {place.label}
      </span>
    );
  }
  return (
    <Sheet
      className="switcher"
      label={text('header.network', { name: place.label })}
      face={
        <span className="network-now">
          <NetworkMark name={place.network} /> <span>{place.label}</span>
        </span>
      }
    >
      <ul className="menu">
        {site.networks.map((network) => (
          <li key={network.name}>
            <Link
              className={network.name}
              to={page.home(prefixOf(network.name, site.rootNetwork))}
              aria-current={network.name === place.network ? 'true' : undefined}
            >
              <NetworkMark name={network.name} /> {network.label}
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
