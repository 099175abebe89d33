import { Validator } from '@seriousme/openapi-schema-validator';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { errorCatalog } from '../errors.ts';
import { serviceErrors } from '../services/service-errors.ts';
import { errorsOf, type ServiceRoute } from '../services/service-route.ts';
import { serviceRoutes } from '../services/service-routes.ts';
import { liquidOperations, liquidSchemas } from './liquid-operations.ts';
import { openApi } from './openapi.ts';
import { serviceOperations, serviceSchemas, serviceSecurity } from './service-operations.ts';
import { siteOperations, siteSchemas } from './site-operations.ts';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  tags: string[];
  parameters?: Json[];
  responses: Record<string, Json>;
}

const routes = Object.values<Endpoint>(endpoints);
const text = JSON.stringify(openApi(routes, '1.2.3'));
/** The document as clients receive it. */
const description = JSON.parse(text) as Json & { paths: Record<string, Record<string, Operation>> };

/** Returns the target of a JSON pointer such as `#/components/schemas/Tx`. */
function at(reference: string): unknown {
  expect(reference).toMatch(/^#\//);
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], description);
}

const resolved = (value: Json): Json => (typeof value['$ref'] === 'string' ? (at(value['$ref']) as Json) : value);
const operationOf = ({ path, method }: Endpoint): Operation =>
  description.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has routes of a Liquid network beside them, valid and with named schemas', async () => {
    const liquid = openApi([...routes, ...liquidOperations('/liquid')], '1.2.3', liquidSchemas);
    expect(await new Validator().validate(JSON.parse(JSON.stringify(liquid)))).toMatchObject({ valid: true });
    expect(liquid['paths']).toMatchObject({
      '/liquid/api/tx/{txid}': { get: { operationId: 'liquidTx' } },
      '/liquid/api/v1/asset/{id}/icon': { get: { responses: { 200: { content: { 'image/png': {} } } } } },
    });
    const { schemas } = liquid['components'] as { schemas: Json };
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Tx', 'LiquidTx', 'FederationOutput', 'IssuedAsset']));
  });

  it('has routes of services and of the whole site, with their errors', async () => {
    const operations = [...siteOperations(), ...serviceOperations('/signet')];
    const document = openApi(routes, '1.2.3', { ...siteSchemas, ...serviceSchemas }, operations, serviceSecurity);
    expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toMatchObject({ valid: true });
    const cancel = (document['paths'] as typeof description.paths)['/signet/api/v1/services/accelerator/cancel']!;
    expect(cancel['post']).toMatchObject({
      operationId: 'servicesCancel',
      security: [{ key: [] }, { token: [] }, { session: [] }],
      requestBody: { content: { 'application/json': { schema: { required: ['id'] } } } },
      responses: {
        400: { $ref: '#/components/responses/services_bad_request_invalid_acceleration_request' },
        403: { $ref: '#/components/responses/services_forbidden' },
      },
    });
    expect(document['paths']).toMatchObject({
      '/api/v1/services/boards/{site}/{name}': {
        get: { responses: { 200: { content: { 'application/json': { schema: { $ref: expect.any(String) } } } } } },
      },
      '/signet/api/v1/services/accelerator/estimate': { post: { responses: { 204: {} } } },
    });
    // every error has a route, and routes of services do not replace those of the contract
    const words = new Set(Object.values<ServiceRoute>(serviceRoutes).flatMap(errorsOf));
    expect([...words].sort()).toEqual(Object.keys(serviceErrors).sort());
    const places = [...routes, ...siteOperations(), ...serviceOperations('')].map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it('resolves every $ref and references every component', () => {
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!));
    for (const reference of references) expect(at(reference), reference).toBeTypeOf('object');
    for (const [section, values] of Object.entries(description['components'] as Record<string, Json>)) {
      for (const name of Object.keys(values)) expect([...references]).toContain(`#/components/${section}/${name}`);
    }
  });

  it('writes tuples as prefixItems: an array of items is not valid in OpenAPI 3.1', () => {
    expect(text).not.toContain('"items":[');
    expect(at('#/components/schemas/BlockHealth')).toEqual({
      type: 'array',
      prefixItems: [{ type: 'integer' }, { type: 'integer' }, { type: 'number' }],
      items: false,
      minItems: 3,
      maxItems: 3,
    });
  });

  it.each(['/api/v1/tx/{txid}/cached', '/api/v1/mining/pools', '/api/v1/mining/blocks/audit/{hash}'])(
    'documents the empty answer of %s',
    (path) => {
      expect(description.paths[path]?.['get']?.responses['204']).toEqual({ description: expect.stringMatching(/\.$/) });
    },
  );

  it('omits the parsing rules of fields', () => {
    expect(text).not.toContain('"rule"');
    expect(text).not.toContain('~');
  });

  it.each(routes)('$id has an operation with its tag, parameters and errors', (route) => {
    const operation = operationOf(route);
    expect(operation.operationId).toBe(route.id);
    expect(operation.tags).toEqual([route.tag]);
    expect(route.tag).not.toBe('');
    const parameters = (operation.parameters ?? []).map(resolved);
    expect(parameters.map(({ name, in: where }) => `${where} ${name}`)).toEqual([
      ...Object.keys(route.params.properties).map((name) => `path ${name}`),
      ...Object.keys(route.query.properties).map((name) => `query ${name}`),
    ]);
    for (const { name, description: meaning, schema } of parameters) {
      expect(meaning, String(name)).toBeTypeOf('string');
      expect(resolved(schema as Json), String(name)).toHaveProperty('type');
    }
    for (const code of [...route.errors, 'rate.limit', 'internal'] as const) {
      const { status, text: words } = errorCatalog[code];
      expect(resolved(operation.responses[status]!)['description'], code).toContain(`\`${words}\``);
    }
  });

  it.each(routes.filter(({ example }) => example !== undefined))(
    '$id has an example that matches its schema',
    (route) => {
      expect([...Value.Errors(route.answer, route.example)]).toEqual([]);
    },
  );

  it('describes the parameters of selected routes', () => {
    const parametersOf = (route: Endpoint) => (operationOf(route).parameters ?? []).map(resolved);
    expect(parametersOf(endpoints.blockTxid)).toMatchObject([
      { name: 'hash', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' } },
      { name: 'index', in: 'path', required: true, schema: { type: 'integer', minimum: 0 }, example: 1 },
    ]);
    expect(parametersOf(endpoints.miningFees)).toMatchObject([
      { name: 'interval', schema: { enum: ['24h', '3d', '1w', '1m', '3m', '6m', '1y', '2y', '3y', '4y'] } },
      { name: 'format', in: 'query', schema: { enum: ['csv'] } },
    ]);
    expect(parametersOf(endpoints.txsOutspends)).toMatchObject([
      { name: 'txids', required: true, style: 'form', explode: false, schema: { type: 'array', maxItems: 50 } },
    ]);
    expect(parametersOf(endpoints.v1TransactionTimes)).toMatchObject([
      { name: 'txId[]', required: true, explode: true, schema: { type: 'array', maxItems: 100 } },
    ]);
    expect(parametersOf(endpoints.addressTxsChain)[2]).not.toHaveProperty('required');
  });
});
