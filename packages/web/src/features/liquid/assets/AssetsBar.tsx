import { useText } from '../../../messages/use-text.ts';
import pageStyles from '../../../ui/page.module.css';
import { type AssetsTab, liquidPage } from '../liquid-url.ts';
import { AssetSearch } from './AssetSearch.tsx';
import styles from './assets.module.css';
import { Pills } from './Pills.tsx';

/** Head of the pages of assets: title, tabs and search. @param props.query text that the list was searched for */
export function AssetsBar({ current, query = '' }: { current: AssetsTab; query?: string }) {
  const text = useText();
  return (
    <>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('liquid.assets.title')}</h1>
      </div>
      <div className={styles.bar}>
        <Pills
          label={text('liquid.assets.lists')}
          tabs={[
            { id: 'featured', label: text('liquid.assets.featured'), to: liquidPage.assets() },
            { id: 'all', label: text('liquid.assets.all'), to: liquidPage.assets('all') },
          ]}
          current={current}
        />
        <AssetSearch key={query} query={query} />
      </div>
    </>
  );
}
