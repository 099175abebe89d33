import { IsSchema, type TSchema } from 'typebox';
import * as accounts from '../services/account-shapes.ts';
import * as faucets from '../services/faucet-routes.ts';
import * as payments from '../services/payment-shapes.ts';
import { type ServiceError, serviceErrors } from '../services/service-errors.ts';
import { type FieldName, fieldOf } from '../services/service-fields.ts';
import { errorsOf, type ServiceRoute } from '../services/service-route.ts';
import { serviceRoutes } from '../services/service-routes.ts';
import * as services from '../services/service-shapes.ts';
import type { Json } from './components.ts';
import type { FurtherOperation, Shared } from './openapi.ts';

/** Schemas of services by their OpenAPI component name. */
export const serviceSchemas: Readonly<Record<string, TSchema>> = Object.fromEntries(
  Object.entries({ ...services, ...payments, ...accounts, ...faucets }).filter(([, one]) => IsSchema(one)),
);

const parts: readonly (readonly [start: string, name: string])[] = [
  ['/auth', 'Services: signing in'],
  ['/account', 'Services: account'],
  ['/payments', 'Services: payments'],
  ['/square', 'Services: payments'],
  ['/cards', 'Services: payments'],
  ['/:network/faucet', 'Services: faucet'],
];

/**
 * Returns the routes of services for the OpenAPI document.
 * @param prefix of their network, such as `/signet`; empty for the root network
 */
export const serviceOperations = (prefix: string): FurtherOperation[] =>
  Object.entries<ServiceRoute>(serviceRoutes).map(([id, route]) => ({
    method: route.method,
    path: `${prefix}/api/v1/services${route.path.replace(/:(\w+)/g, '{$1}')}`,
    tag: parts.find(([start]) => route.path.startsWith(start))?.[1] ?? 'Services: acceleration',
    describe: (shared) => describe(id, route, shared),
  }));

function describe(id: string, route: ServiceRoute, shared: Shared): Json {
  const { method, path, summary, fields, answer, access, emptyWhen } = route;
  const parameters = [
    ...(path.includes(':network') ? [networkParameter] : []),
    ...(method === 'GET' ? fields.map(queryParameter) : []),
  ];
  const content =
    answer === undefined
      ? { 'text/plain': { schema: { type: 'string', maxLength: 0 } } }
      : { 'application/json': { schema: shared.refer(answer) } };
  return {
    operationId: `services${id[0]!.toUpperCase()}${id.slice(1)}`,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' && fields.length > 0 && { requestBody: bodyOf(fields) }),
    ...(access !== 'public' && { security: access === 'session' ? sessions : [{ key: [] }, ...sessions] }),
    responses: {
      200: { description: summary, content },
      ...(emptyWhen !== undefined && { 204: { description: emptyWhen } }),
      ...errorResponses(errorsOf(route), shared),
      ...(method === 'POST' && { 413: shared.errors('v1', ['body.too-large']) }),
    },
  };
}

const sessions = [{ token: [] }, { session: [] }];

/** How callers authenticate. */
export const serviceSecurity: Json = {
  key: { type: 'apiKey', in: 'header', name: 'X-Mempool-Auth', description: 'an API key of the user' },
  token: { type: 'http', scheme: 'bearer', description: 'a signed token of a session' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'glassblock_session',
    description: 'set by signing in; over HTTPS `__Host-glassblock_session`',
  },
};

const networkParameter = {
  name: 'network',
  in: 'path',
  required: true,
  description: 'name of a test network',
  schema: { type: 'string', minLength: 1, maxLength: 60 },
};

function queryParameter(field: FieldName): Json {
  const { name, isRequired, schema, description } = fieldOf(field);
  return { name, in: 'query', ...(isRequired && { required: true }), description, schema };
}

/** Returns the body: JSON or a form with the same members. */
function bodyOf(fields: readonly FieldName[]): Json {
  const all = fields.map(fieldOf);
  const properties = Object.fromEntries(
    all.flatMap(({ name, also, schema, description }) =>
      [name, ...(also === undefined ? [] : [also])].map((each) => [each, { ...schema, description }]),
    ),
  );
  const required = all.filter(({ isRequired, also }) => isRequired && also === undefined).map(({ name }) => name);
  // of two names of a field one is enough
  const either = all.filter(({ isRequired, also }) => isRequired && also !== undefined);
  const schema = {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(either.length > 0 && {
      allOf: either.map(({ name, also }) => ({ anyOf: [{ required: [name] }, { required: [also] }] })),
    }),
  };
  return {
    required: true,
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  };
}

/** Errors are bare words. */
function errorResponses(words: readonly ServiceError[], shared: Shared): Json {
  const byStatus = Map.groupBy(words, (word) => serviceErrors[word].status);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => {
      const list = some.toSorted();
      const description = list.map((word) => `\`${word}\`: ${serviceErrors[word].meaning}`).join('; ');
      const content = { 'text/plain': { schema: { type: 'string', enum: list } } };
      return [status, shared.response(`services_${list.join('_')}`, { description, content })];
    }),
  );
}
