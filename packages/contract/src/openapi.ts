import type { Endpoint } from './endpoint.ts';
import { errorCatalog } from './errors.ts';
import type { Field } from './fields.ts';

const mediaType = { json: 'application/json', text: 'text/plain', bytes: 'application/octet-stream' } as const;

/** OpenAPI 3.1 description of the given endpoints: JSON Schema needs no conversion. */
export function openApi(endpoints: readonly Endpoint[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of endpoints) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Glassblock', version, license: { name: 'MIT' } },
    paths,
  };
}

/** Schema of a field as others read it: without the rule by which it is parsed here. */
function parameterSchema(field: Field): Record<string, unknown> {
  const { rule: _, description, ...schema } = field as Field & { description?: string };
  return { description, schema };
}

function operation(route: Endpoint): Record<string, unknown> {
  const parameters = [
    ...Object.entries(route.params.properties as Record<string, Field>).map(([name, field]) => ({
      name,
      in: 'path',
      required: true,
      ...parameterSchema(field),
    })),
    ...Object.entries(route.query.properties as Record<string, Field>).map(([name, field]) => ({
      name,
      in: 'query',
      required: route.query.required?.includes(name) === true && !('default' in field),
      ...parameterSchema(field),
    })),
  ];
  const responses: Record<string, unknown> = {
    [route.status]: {
      description: route.summary,
      content: {
        [mediaType[route.kind]]: { schema: route.answer },
        ...(route.hasCsv ? { 'text/csv': { schema: { type: 'string' } } } : {}),
      },
    },
  };
  for (const code of route.errors) {
    const { status, text, meaning } = errorCatalog[code];
    const known = responses[status] as { description: string } | undefined;
    const line = `\`${text}\`: ${meaning}`;
    responses[status] = { description: known ? `${known.description}; ${line}` : line };
  }
  return {
    operationId: route.id,
    summary: route.summary,
    parameters,
    responses,
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            description: route.body,
            content:
              route.bodySchema === undefined
                ? { 'text/plain': { schema: { type: 'string' } } }
                : { 'application/json': { schema: route.bodySchema } },
          },
        }),
  };
}
