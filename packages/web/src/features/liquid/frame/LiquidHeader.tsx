import { useText } from '../../../messages/use-text.ts';
import { BlocksIcon, DocsIcon, GraphIcon, InfoIcon } from '../../../ui/icons.tsx';
import { page } from '../../../url.ts';
import { HeaderFrame, type HeaderLink, HeaderLinks } from '../../shell/Header.tsx';
import { liquidPage } from '../liquid-url.ts';
import { AssetIcon } from './AssetIcon.tsx';
import { LiquidSearch } from './LiquidSearch.tsx';

/** Shows the header of Liquid networks: without mining, Lightning and accelerations, and with assets. */
export function LiquidHeader() {
  const text = useText();
  const links: readonly HeaderLink[] = [
    { id: 'btn-blocks', to: page.blocks(''), below: '/blocks', icon: <BlocksIcon />, label: text('header.blocks') },
    { id: 'btn-graphs', to: page.graphs(''), below: '/graphs', icon: <GraphIcon />, label: text('nav.graphs') },
    {
      id: 'btn-assets',
      to: liquidPage.assets(),
      below: '/assets',
      icon: <AssetIcon />,
      label: text('liquid.assets.title'),
    },
    { id: 'btn-docs', to: page.docs('', 'rest'), below: '/docs', icon: <DocsIcon />, label: text('header.docs') },
    { id: 'btn-about', to: page.about(''), below: '/about', icon: <InfoIcon />, label: text('footer.aboutPage') },
  ];
  return <HeaderFrame search={<LiquidSearch />} links={(hasIds) => <HeaderLinks links={links} hasIds={hasIds} />} />;
}
