import { Link } from 'react-router';
import { count } from '../format/amount.ts';
import { useText } from '../messages/use-text.ts';
import { useMedia } from './hooks/use-media.ts';
import { FirstIcon, LastIcon, LeftIcon, RightIcon } from './icons.tsx';
import pagerStyles from './pager.module.css';

/** Returns at most five page numbers around the current one, within 1..last. */
export function pagesAround(current: number, last: number, max = 5): number[] {
  const length = Math.min(max, last);
  const first = Math.max(1, Math.min(current - Math.floor(length / 2), last - length + 1));
  return Array.from({ length }, (_, place) => first + place);
}

/** Below this width three page numbers are shown instead of five. */
const narrowPager = '(width < 670px)';

/**
 * Links pages: first, previous, up to five numbers, next, last. Works without JavaScript.
 * @param always also shown for a single page
 */
export function Pager(props: {
  current: number;
  last: number;
  to: (page: number) => string;
  second?: boolean;
  always?: boolean;
}) {
  const { current, last, to, second = false, always = false } = props;
  const text = useText();
  const isNarrow = useMedia(narrowPager);
  if (last <= 1 && !always) return null;
  const step = (target: number, label: string, face: React.ReactNode) => {
    const isOff = target < 1 || target > last || target === current;
    return (
      <li key={label} className={isOff ? pagerStyles.disabled : ''}>
        {isOff ? (
          <span aria-hidden="true">{face}</span>
        ) : (
          <Link to={to(target)} aria-label={label} preventScrollReset>
            {face}
          </Link>
        )}
      </li>
    );
  };
  return (
    <nav
      className={`pagination-container ${pagerStyles.paginationContainer}`}
      aria-label={second ? text('pager.labelBelow') : text('pager.label')}
    >
      <ul className={`pagination ${pagerStyles.pagination}`}>
        {step(1, text('pager.first'), <FirstIcon />)}
        {step(current - 1, text('pager.previous'), <LeftIcon />)}
        {pagesAround(current, last, isNarrow ? 3 : 5).map((target) => (
          <li key={target} className={target === current ? `active ${pagerStyles.active}` : ''}>
            <Link to={to(target)} aria-current={target === current ? 'page' : undefined} preventScrollReset>
              <span className="sr-only">{text('pager.page')} </span>
              {count(target)}
            </Link>
          </li>
        ))}
        {step(current + 1, text('pager.next'), <RightIcon />)}
        {step(last, text('pager.last', { count: count(last) }), <LastIcon />)}
      </ul>
    </nav>
  );
}
