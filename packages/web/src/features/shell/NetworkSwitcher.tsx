import { Link, useLocation } from 'react-router';
import { usePlace, useSite } from '../../context/site-context.ts';
import { onOtherNetwork } from '../../data/site/network-path.ts';
import { useText } from '../../messages/use-text.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { prefixOf } from '../../url.ts';
import shellStyles from './shell.module.css';

/** Order in the menu; other networks come last. */
const order = ['mainnet', 'signet', 'testnet', 'testnet4', 'regtest', 'liquid', 'liquidtestnet'];
const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

/** Shows the icon of a network; mainnet's is named bitcoin. */
function NetworkMark({ name }: { name: string }) {
  const { basePath } = useSite();
  const file = name === 'mainnet' ? 'bitcoin' : name;
  return <img className={shellStyles.networkMark} src={`${basePath}art/${file}.svg`} width={20} height={20} alt="" />;
}

/**
 * Switches networks, if there are several; each entry links to the same page of that network, or the closest one that
 * it has.
 */
export function NetworkSwitcher() {
  const text = useText();
  const site = useSite();
  const place = usePlace();
  const { pathname } = useLocation();
  if (site.networks.length < 2) {
    return (
      <span className={shellStyles.networkNow}>
        <NetworkMark name={place.network} /> {place.label}
      </span>
    );
  }
  return (
    <Sheet
      className={shellStyles.switcher}
      part="switcher"
      label={text('header.network', { name: place.label })}
      face={
        <span className={shellStyles.networkNow}>
          <NetworkMark name={place.network} /> <span>{place.label}</span>
        </span>
      }
    >
      <ul className={shellStyles.menu} data-part="menu">
        {site.networks
          .toSorted((a, b) => rank(a.name) - rank(b.name))
          .map((network) => {
            const isHere = network.name === place.network;
            return (
              <li key={network.name}>
                <Link
                  className={isHere ? `${network.name} active` : network.name}
                  to={onOtherNetwork(pathname, place.prefix, prefixOf(network.name, site.rootNetwork))}
                  aria-current={isHere ? 'true' : undefined}
                >
                  <NetworkMark name={network.name} /> {network.label}
                </Link>
              </li>
            );
          })}
      </ul>
    </Sheet>
  );
}
