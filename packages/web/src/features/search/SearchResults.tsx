import { useText } from '../../messages/use-text.ts';
import type { useFound } from './hooks/use-found.ts';
import { OptionList } from './OptionList.tsx';
import type { SearchRow } from './rows.ts';
import searchStyles from './search.module.css';

/** Shows search results, or a sentence when there are none. */
export default function SearchResults(props: {
  listId: string;
  rows: ReturnType<typeof useFound>['rows'];
  sentence: ReturnType<typeof useFound>['sentence'];
  active: number;
  onPoint(place: number): void;
  onPick(row: SearchRow): void;
}) {
  const text = useText();
  const { listId, rows, sentence, active, onPoint, onPick } = props;
  return (
    <div className={`${searchStyles.searchResults} app-search-results`} data-part="search-results">
      {rows.length === 0 && sentence !== undefined && (
        <p className="quiet" role="status">
          {sentence}
        </p>
      )}
      {rows.length > 0 && (
        <OptionList
          id={listId}
          label={text('search.found')}
          options={rows}
          active={active}
          onPoint={onPoint}
          onPick={(place) => {
            const row = rows[place];
            if (row !== undefined) onPick(row);
          }}
        />
      )}
    </div>
  );
}
