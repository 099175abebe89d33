import { CodedError } from '@glassblock/primitives';
import type { Slices } from '../slices.ts';
import { jsonEntries } from './json-entries.ts';

/** Icons of assets: PNG files by asset id. */
export type AssetIcons = ReadonlyMap<string, Uint8Array>;

const maxIcons = 50_000;
const maxIconBytes = 256 * 1024;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const idPattern = /^[0-9a-f]{64}$/;
const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads icons in the format of Blockstream's registry: an object by asset id of PNG files in base64. Entries that are no
 * PNG, or larger than 256 KiB, are left out.
 * @throws {CodedError} liquid.bad-registry when it is no object or has more than 50,000 entries
 */
export function parseAssetIcons(json: unknown): AssetIcons {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new CodedError('liquid.bad-registry', 'icons of assets are an object by asset id');
  }
  const icons = new Map<string, Uint8Array>();
  for (const [i, entry] of Object.entries(json).entries()) addIcon(icons, entry, i);
  return icons;
}

/**
 * Reads the text of icons as `parseAssetIcons`, in slices.
 * @throws {CodedError} liquid.bad-registry
 * @throws {SyntaxError} when it is not JSON
 */
export async function readAssetIcons(text: string, slices: Slices): Promise<AssetIcons> {
  if (!/^[ \t\n\r]*\{/.test(text)) return parseAssetIcons(JSON.parse(text));
  const icons = new Map<string, Uint8Array>();
  await slices.each(jsonEntries(text), (entry, i) => addIcon(icons, entry, i));
  return icons;
}

function addIcon(icons: Map<string, Uint8Array>, [id, text]: [string, unknown], index: number): void {
  if (index >= maxIcons) throw new CodedError('liquid.bad-registry', 'there are too many icons');
  if (!idPattern.test(id) || typeof text !== 'string' || text.length > (maxIconBytes * 4) / 3 + 4) return;
  if (!base64Pattern.test(text)) return;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.subarray(0, signature.length).equals(signature)) icons.set(id, bytes);
}
