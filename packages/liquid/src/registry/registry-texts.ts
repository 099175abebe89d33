import type { Slices } from '../slices.ts';
import type { RegistryAsset } from './registry.ts';

/** A registry in the two formats that clients read as static files, as JSON. */
export interface RegistryTexts {
  /** Full records by asset id. */
  readonly full: Buffer;
  /** `[domain, ticker, name, precision]` by asset id. */
  readonly minimal: Buffer;
}

const fullRecord = ({ assetId, name, ticker, precision, domain, contract }: RegistryAsset) => ({
  asset_id: assetId,
  ...(contract === undefined ? {} : { contract }),
  ...(domain === undefined ? {} : { entity: { domain } }),
  ...(contract?.['issuer_pubkey'] === undefined ? {} : { issuer_pubkey: contract['issuer_pubkey'] }),
  name,
  precision,
  ...(ticker === undefined ? {} : { ticker }),
  ...(contract?.['version'] === undefined ? {} : { version: contract['version'] }),
});

/** Characters that are encoded together. */
const partLength = 65_536;

/** Collects the entries of a JSON object as bytes: one text of all of them would be encoded in one step. */
function objectWriter(): { add(entry: string): void; end(): Buffer } {
  const parts: Buffer[] = [];
  let text = '{';
  let isFirst = true;
  return {
    add(entry) {
      text += isFirst ? entry : `,${entry}`;
      isFirst = false;
      if (text.length < partLength) return;
      parts.push(Buffer.from(text));
      text = '';
    },
    end: () => Buffer.concat([...parts, Buffer.from(`${text}}`)]),
  };
}

/** Writes a registry in both formats, in slices. */
export async function registryTexts(
  assets: ReadonlyMap<string, RegistryAsset>,
  slices: Slices,
): Promise<RegistryTexts> {
  const [full, minimal] = [objectWriter(), objectWriter()];
  await slices.each(assets, ([id, asset]) => {
    const { domain = null, ticker = null, name, precision } = asset;
    full.add(`"${id}":${JSON.stringify(fullRecord(asset))}`);
    minimal.add(`"${id}":${JSON.stringify([domain, ticker, name, precision])}`);
  });
  return { full: full.end(), minimal: minimal.end() };
}
