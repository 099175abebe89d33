import { Link } from 'react-router';
import { count } from '../format/amount.ts';
import { useText } from '../messages/use-text.ts';
import { LeftIcon, RightIcon } from './icons.tsx';

/** Page numbers around the current one, at most five, kept inside 1..last. */
export function pagesAround(current: number, last: number, most = 5): number[] {
  const length = Math.min(most, last);
  const first = Math.max(1, Math.min(current - Math.floor(length / 2), last - length + 1));
  return Array.from({ length }, (_, place) => first + place);
}

/** Links to pages: first, previous, up to five numbers, next, last. Plain links, so they work without JavaScript. */
export function Pager(props: { current: number; last: number; to: (page: number) => string; second?: boolean }) {
  const { current, last, to, second = false } = props;
  const text = useText();
  if (last <= 1) return null;
  const step = (target: number, label: string, face: React.ReactNode) => (
    <li key={label} className={target < 1 || target > last ? 'disabled' : ''}>
      {target < 1 || target > last ? (
        <span aria-hidden="true">{face}</span>
      ) : (
        <Link to={to(target)} aria-label={label} preventScrollReset>
          {face}
        </Link>
      )}
    </li>
  );
  const number = (target: number, face: string) => (
    <li key={target} className={target === current ? 'active' : ''}>
      <Link to={to(target)} aria-current={target === current ? 'page' : undefined} preventScrollReset>
        <span className="sr-only">{text('pager.page')} </span>
        {face}
      </Link>
    </li>
  );
  return (
    <nav className="pagination-container" aria-label={second ? text('pager.labelBelow') : text('pager.label')}>
      <ul className="pagination">
        {step(current - 1, text('pager.previous'), <LeftIcon />)}
        {!pagesAround(current, last).includes(1) && number(1, '1…')}
        {pagesAround(current, last).map((each) => number(each, count(each)))}
        {!pagesAround(current, last).includes(last) && number(last, `…${count(last)}`)}
        {step(current + 1, text('pager.next'), <RightIcon />)}
      </ul>
    </nav>
  );
}
