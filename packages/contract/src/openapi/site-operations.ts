import type { TSchema } from 'typebox';
import { type SiteRoute, siteRoutes } from '../routes/site-routes.ts';
import { ProofRecords } from '../shapes/proof-shapes.ts';
import { Board } from '../shapes/site/board-shapes.ts';
import { EnterpriseInfo } from '../shapes/site/enterprise-shapes.ts';
import { Treasuries, WatchedWallet } from '../shapes/wallet-shapes.ts';
import type { Json } from './components.ts';
import type { FurtherOperation, Shared } from './openapi.ts';

/** Schemas of these routes by their OpenAPI component name. */
export const siteSchemas: Readonly<Record<string, TSchema>> = {
  Board,
  EnterpriseInfo,
  ProofRecords,
  Treasuries,
  WatchedWallet,
};

/** Descriptions of the parameters of these routes, by name. */
const parameterTexts: Readonly<Record<string, string>> = {
  name: 'name in the list, or of the wallet, board or site',
  md5: 'MD5 of the image; not used',
  key: 'key of a collection',
  site: '`.main`, or the name of the site of an enterprise',
  image: '`logo`, `header` or `footer`',
};
const maxLength = 256;

/** Returns the routes of the whole site for the OpenAPI document. */
export const siteOperations = (): FurtherOperation[] =>
  siteRoutes.map((route) => ({
    method: 'GET',
    path: route.path.replace(/:(\w+)/g, '{$1}'),
    tag: 'Site',
    describe: (shared) => describe(route, shared),
  }));

function describe({ id, path, summary, answer, mediaType, errors }: SiteRoute, shared: Shared): Json {
  const schema = answer === undefined ? { type: 'string' } : shared.refer(answer);
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) =>
    shared.parameter([name, `site_${name}`], {
      name,
      in: 'path',
      required: true,
      description: parameterTexts[name],
      schema: { type: 'string', minLength: 1, maxLength },
    }),
  );
  return {
    operationId: id,
    summary,
    ...(parameters.length > 0 && { parameters }),
    responses: {
      200: { description: summary, content: { [mediaType]: { schema } } },
      ...Object.fromEntries(
        errors.map(({ status, text, isJson = false }) => [
          status,
          {
            description: text === '' ? 'Empty.' : `\`${text}\``,
            content: isJson
              ? { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
              : { 'text/plain': { schema: { type: 'string' } } },
          },
        ]),
      ),
    },
  };
}
