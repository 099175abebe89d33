import { useText } from '../../../messages/use-text.ts';
import { page } from '../../../url.ts';
import { isSecret } from '../../../wallet/secret-text.ts';
import { type Command, commands, type Pages } from '../../search/palette/commands.ts';
import { PaletteDialog, type UsePaletteOptions } from '../../search/palette/PaletteDialog.tsx';
import { useCommandKit } from '../../search/palette/use-command-kit.ts';
import { hasAuditPages } from '../audit-pages.ts';
import { liquidPage } from '../liquid-url.ts';
import { assetOption, useAssetMatches } from './use-asset-matches.ts';

const pages: Pages = [
  ['palette.home', page.home],
  ['palette.blocks', page.blocks],
  ['palette.txs', page.txs],
  ['liquid.assets.title', () => liquidPage.assets('all')],
  ['liquid.assets.featuredTitle', () => liquidPage.assets()],
  ['palette.wallet', (prefix) => page.wallet(prefix)],
  ['palette.push', (prefix) => page.push(prefix)],
  ['palette.rest', (prefix) => page.docs(prefix, 'rest')],
  ['palette.about', page.about],
  ['palette.terms', page.terms],
  ['palette.privacy', page.privacy],
  ['palette.trademark', page.trademark],
];

const auditPages: Pages = [
  ['liquid.pegs.title', () => liquidPage.pegs()],
  ['liquid.wallet.title', () => liquidPage.wallet()],
  ['liquid.proof.title', () => liquidPage.proof()],
];

/** Command palette of Liquid networks: assets, pages, networks and settings in one list. Loaded when opened. */
export default function LiquidPalette({ onClose }: { onClose: () => void }) {
  return <PaletteDialog onClose={onClose} useOptions={useOptions} />;
}

const useOptions: UsePaletteOptions = (typed) => {
  const text = useText();
  const kit = useCommandKit();
  const what = typed.trim();
  const assets = useAssetMatches(what).map((match) => ({
    ...assetOption(match, text('liquid.search.assets')),
    run: () => kit.open(liquidPage.asset(match.asset_id)),
  }));
  const search: Command = {
    key: 'search',
    group: text('search.title'),
    text: text('search.goTo', { what }),
    run: () => kit.open(page.search('', what)),
  };
  // the search page finds the block, transaction, asset or address
  const isName = /^(\d[\d,]*|\w{20,120})$/.test(what) && !isSecret(what);
  return {
    found: [...(isName ? [search] : []), ...assets],
    commands: commands(kit, hasAuditPages(kit.network) ? [...pages, ...auditPages] : pages),
  };
};
