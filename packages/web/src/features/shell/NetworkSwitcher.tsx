import { useLocation } from 'react-router';
import { usePlace, useSite } from '../../context/site-context.ts';
import { onOtherLayer, onOtherNetwork } from '../../data/site/network-path.ts';
import { pathOf } from '../../data/site/site.ts';
import { useText } from '../../messages/use-text.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { NetworkLink } from './NetworkLink.tsx';
import shellStyles from './shell.module.css';

/** Order in the menu; other networks come last. */
const order = [
  'mainnet',
  'signet',
  'testnet',
  'testnet4',
  'regtest',
  'liquid',
  'liquidtestnet',
  'liquidregtest',
  'liquiddemo',
];
const others = order.indexOf('liquid') - 0.5;
const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : others);

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
          .map((network, at, all) => {
            const isHere = network.name === place.network;
            const isFirstOfLayer = network.isLiquid === true && all[at - 1]?.isLiquid !== true;
            const to = pathOf(network, site.rootNetwork);
            const isOtherLayer = (site.liquid !== undefined) !== (network.isLiquid === true);
            return [
              isFirstOfLayer && (
                <li key="layer" className={shellStyles.layer}>
                  {text('header.layer2')}
                </li>
              ),
              <li key={network.name}>
                <NetworkLink
                  className={isHere ? `${network.name} active` : network.name}
                  network={network}
                  to={(isOtherLayer ? onOtherLayer : onOtherNetwork)(pathname, place.prefix, to)}
                  isHere={isHere}
                >
                  <NetworkMark name={network.name} /> {network.label}
                </NetworkLink>
              </li>,
            ];
          })}
      </ul>
    </Sheet>
  );
}
