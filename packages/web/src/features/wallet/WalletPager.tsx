import { Link } from 'react-router';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { LeftIcon, RightIcon } from '../../ui/icons.tsx';
import { pagesAround } from '../../ui/Pager.tsx';
import pagerStyles from '../../ui/pager.module.css';

/** Links the previous page, the adjacent ones and the next page. */
export function WalletPager(props: { current: number; last: number; to: (page: number) => string }) {
  const { current, last, to } = props;
  const text = useText();
  const step = (target: number, label: string, face: React.ReactNode) => (
    <li className={target < 1 || target > last ? pagerStyles.disabled : ''}>
      {target < 1 || target > last ? (
        <span aria-hidden="true">{face}</span>
      ) : (
        <Link to={to(target)} aria-label={label} replace preventScrollReset>
          {face}
        </Link>
      )}
    </li>
  );
  return (
    <nav className={`pagination-container ${pagerStyles.paginationContainer}`} aria-label={text('pager.label')}>
      <ul className={`pagination ${pagerStyles.pagination}`}>
        {step(current - 1, text('pager.previous'), <LeftIcon />)}
        {pagesAround(current, last).map((each) => (
          <li key={each} className={each === current ? `active ${pagerStyles.active}` : ''}>
            <Link to={to(each)} aria-current={each === current ? 'page' : undefined} replace preventScrollReset>
              <span className="sr-only">{text('pager.page')} </span>
              {count(each)}
            </Link>
          </li>
        ))}
        {step(current + 1, text('pager.next'), <RightIcon />)}
      </ul>
    </nav>
  );
}
