import { useState } from 'react';
import { useApiPrefix, useSite } from '../../../context/site-context.ts';
import { AssetIcon } from '../frame/AssetIcon.tsx';
import { liquidApi } from '../liquid-url.ts';
import styles from './assets.module.css';

/**
 * Shows the icon of an asset, beside its name; a pictogram where it has none.
 * @param props.id undefined: the operator has no icon of it
 */
export function AssetMark({ id, isLarge = false }: { id: string | undefined; isLarge?: boolean }) {
  const prefix = useApiPrefix();
  const { basePath } = useSite();
  const [isBroken, setBroken] = useState(false);
  const size = isLarge ? 96 : 48;
  const look = `${styles.mark} ${isLarge ? styles.large : ''}`;
  if (id === undefined || isBroken)
    return (
      <span className={look}>
        <AssetIcon size={isLarge ? 56 : 24} />
      </span>
    );
  return (
    <img
      className={look}
      src={basePath.slice(0, -1) + liquidApi.icon(prefix, id)}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}
