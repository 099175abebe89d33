import { use } from 'react';
import { PriceContext } from '../../../context/price.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { hasAccelerations, hasLightning, hasPrices } from '../../../data/site/site.ts';
import { passToDesk } from '../../../wallet/pending-input.ts';
import { useFound } from '../hooks/use-found.ts';
import { bitcoinPages, commands } from './commands.ts';
import { PaletteDialog, type UsePaletteOptions } from './PaletteDialog.tsx';
import { useCommandKit } from './use-command-kit.ts';

/** Command palette: search results, pages, networks and settings in one list. Loaded when opened. */
export default function Palette({ onClose }: { onClose: () => void }) {
  return <PaletteDialog onClose={onClose} useOptions={useOptions} />;
}

const useOptions: UsePaletteOptions = (typed) => {
  const { network } = usePlace();
  const site = useSite();
  const { mining = false, audit = false } = site;
  const isPriced = use(PriceContext) !== undefined;
  const kit = useCommandKit();
  const found = useFound(typed).rows.map((row) => ({
    ...row,
    run() {
      if (row.wallet !== undefined) passToDesk(row.wallet);
      if (row.to !== undefined) kit.open(row.to, row.network);
    },
  }));
  const pages = bitcoinPages({
    mining,
    health: mining && audit,
    accelerations: hasAccelerations(site, network),
    price: hasPrices(site, network) && isPriced,
    lightning: hasLightning(site, network),
  });
  return { found, commands: commands(kit, pages) };
};
