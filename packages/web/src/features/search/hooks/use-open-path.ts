import { useHref, useNavigate } from 'react-router';
import { useSite } from '../../../context/site-context.ts';

/**
 * Returns a function that opens a path of this network, or one of another network with its prefix. A path of Liquid, and
 * any other one from there, loads a document, as for `NetworkLink`.
 */
export function useOpenPath(): (to: string, network?: { isLiquid?: boolean }) => void {
  const navigate = useNavigate();
  const { liquid } = useSite();
  const here = useHref('/').replace(/\/$/, '');
  const root = liquid === undefined ? here : here.slice(0, -liquid.path.length || undefined);
  return (to, network) => {
    if (network !== undefined && (liquid !== undefined || network.isLiquid === true)) window.location.assign(root + to);
    else void navigate(to);
  };
}
