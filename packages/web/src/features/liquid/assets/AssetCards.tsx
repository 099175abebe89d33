import { Link } from 'react-router';
import { useText } from '../../../messages/use-text.ts';
import { liquidPage } from '../liquid-url.ts';
import { AssetMark } from './AssetMark.tsx';
import styles from './assets.module.css';

/** An asset or a group of assets on a card. */
export interface CardedAsset {
  /** Id of the asset or group. */
  id: string;
  name: string;
  ticker?: string | undefined;
  /** Number of members of a group. */
  members?: number;
  /** Asset whose icon it has. */
  icon?: string | undefined;
}

/** Shows assets and groups as cards. */
export function AssetCards({ assets }: { assets: readonly CardedAsset[] }) {
  const text = useText();
  return (
    <ul className={`featuredBox ${styles.cards}`}>
      {assets.map(({ id, name, ticker, members, icon }) => (
        <li key={id}>
          <Link
            className={`card ${styles.assetCard}`}
            to={members === undefined ? liquidPage.asset(id) : liquidPage.group(id)}
          >
            <AssetMark id={icon} />
            <span className={styles.assetNames}>
              <bdi className={styles.assetName}>{name}</bdi>
              <span className="quiet">
                {members === undefined
                  ? (ticker ?? `${id.slice(0, 6)}…${id.slice(-6)}`)
                  : text('liquid.assets.groupOf', { count: members })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
