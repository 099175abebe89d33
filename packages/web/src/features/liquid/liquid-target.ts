import type { LiquidAddressValidation } from '@glassblock/contract/liquid';
import type { Api } from '../../data/answer.ts';
import { objectIn, readSearchText } from '../../data/search/search-text.ts';
import { api, page } from '../../url.ts';
import { liquidApi, liquidPage } from './liquid-url.ts';

/**
 * Returns the page of a height, hash, transaction, asset or address, also in a link or among other words; undefined for
 * another text.
 */
export async function liquidTarget(ask: Api, prefix: string, typed: string): Promise<string | undefined> {
  const { text } = readSearchText(typed);
  const object = objectIn(text);
  return (await targetOf(ask, prefix, text)) ?? (object === undefined ? undefined : liquidTarget(ask, prefix, object));
}

async function targetOf(ask: Api, prefix: string, text: string): Promise<string | undefined> {
  if (/^\d{1,9}$/.test(text)) {
    const hash = await ask.get<string>(api.hashAt(prefix, text), 'once');
    return hash.ok ? page.block('', hash.body.trim()) : undefined;
  }
  const [, id, vout] = /^([0-9a-f]{64})(?::(\d{1,6}))?$/i.exec(text) ?? [];
  if (id !== undefined) return pageOfHash(ask, prefix, id.toLowerCase(), vout);
  if (!/^\w{20,120}$/.test(text)) return undefined;
  const validation = await ask.get<LiquidAddressValidation>(api.validateAddress(prefix, text), 'once');
  return validation.ok && validation.body.isvalid ? page.address('', text) : undefined;
}

async function pageOfHash(ask: Api, prefix: string, id: string, vout: string | undefined): Promise<string | undefined> {
  const [asset, status, tx] = await Promise.all([
    ask.get(liquidApi.asset(prefix, id), 'once'),
    ask.get(api.blockStatus(prefix, id), 'once'),
    ask.get(api.tx(prefix, id), 'once'),
  ]);
  if (asset.ok) return liquidPage.asset(id);
  if (tx.ok) return vout === undefined ? page.tx('', id) : page.output('', id, Number(vout));
  return status.ok && (await ask.get(liquidApi.block(prefix, id), 'once')).ok ? page.block('', id) : undefined;
}
