import { Link, useHref } from 'react-router';
import { useSite } from '../../context/site-context.ts';
import type { SiteNetwork } from '../../data/site/site.ts';

/**
 * Links a page of another network. Pages of Liquid have a router of their own, so a link to or from them loads a
 * document.
 * @param props.to path with the network's prefix, below base path and language
 */
export function NetworkLink(props: {
  network: Pick<SiteNetwork, 'isLiquid'>;
  to: string;
  className?: string;
  isHere?: boolean;
  children: React.ReactNode;
}) {
  const { liquid } = useSite();
  const here = useHref('/');
  const current = props.isHere ? { 'aria-current': 'true' as const } : {};
  const look = props.className === undefined ? {} : { className: props.className };
  if (liquid === undefined) {
    return (
      <Link to={props.to} reloadDocument={props.network.isLiquid === true} {...look} {...current}>
        {props.children}
      </Link>
    );
  }
  const root = here.replace(/\/$/, '').slice(0, -liquid.path.length || undefined);
  return (
    <a href={root + props.to} {...look} {...current}>
      {props.children}
    </a>
  );
}
