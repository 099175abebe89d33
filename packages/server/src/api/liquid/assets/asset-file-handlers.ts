import type { RegistryTexts } from '@glassblock/liquid';
import { CodedError } from '@glassblock/primitives';
import type { LiquidContext } from '../../../network/liquid/liquid-context.ts';
import type { Answer } from '../../call.ts';
import { EncodedJson } from '../../encoded-json.ts';
import { type LiquidHandlers, value } from '../liquid-call.ts';

/** @throws {CodedError} registry.none */
async function registryText({ assetFiles }: LiquidContext, format: keyof RegistryTexts): Promise<Answer> {
  const texts = await assetFiles.texts();
  if (texts === undefined) throw new CodedError('registry.none', 'no registry is configured');
  return { value: new EncodedJson(texts[format]) };
}

/** Handlers of icons, featured assets, groups, and the registry as static files. */
export const assetFileHandlers = {
  assetIcons: value(({ assetFiles }) => [...assetFiles.icons().keys()]),
  assetIcon: value(({ assetFiles }, { params }) => {
    const icon = assetFiles.icons().get(params.id);
    if (icon === undefined) throw new CodedError('asset.no-icon', 'no icon', { datum: params.id });
    return icon;
  }),
  assetsFeatured: value(({ assetFiles }) => assetFiles.featured().featured),
  assetGroup: value(({ assetFiles }, { params }) => {
    const group = assetFiles.featured().groups.get(params.id);
    if (group === undefined) throw new CodedError('asset.no-group', 'no such group');
    return group;
  }),
  registryFull: (context) => registryText(context, 'full'),
  registryMinimal: (context) => registryText(context, 'minimal'),
} satisfies Partial<LiquidHandlers>;
