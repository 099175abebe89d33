import { Link } from 'react-router';
import { useText } from '../../../messages/use-text.ts';
import { Hash } from '../../../ui/Hash.tsx';
import listStyles from '../../../ui/list.module.css';
import { liquidPage } from '../liquid-url.ts';

/** An asset of the registry. */
export interface ListedAsset {
  id: string;
  name: string;
  ticker: string | undefined;
  domain: string | undefined;
}

/** Lists assets of the registry. */
export function AssetTable({ assets }: { assets: readonly ListedAsset[] }) {
  const text = useText();
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`} data-part="list stacking">
      <thead>
        <tr>
          <th scope="col">{text('liquid.asset.name')}</th>
          <th scope="col">{text('liquid.asset.ticker')}</th>
          <th scope="col">{text('liquid.asset.domain')}</th>
          <th scope="col">{text('liquid.asset.id')}</th>
        </tr>
      </thead>
      <tbody>
        {assets.map(({ id, name, ticker, domain }) => (
          <tr key={id}>
            <td data-label={text('liquid.asset.name')}>
              <Link to={liquidPage.asset(id)}>
                <bdi>{name}</bdi>
              </Link>
            </td>
            <td data-label={text('liquid.asset.ticker')}>{ticker ?? '–'}</td>
            <td data-label={text('liquid.asset.domain')}>{domain ?? '–'}</td>
            <td data-label={text('liquid.asset.id')}>
              <Hash value={id} to={liquidPage.asset(id)} copy tail={8} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
