import { readFileSync } from 'node:fs';
import { type EndpointId, endpoints, errorCatalog } from '@glassblock/contract';
import { factLayout, tables } from '@glassblock/index';
import { describe, expect, it } from 'vitest';

const page = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');

describe('docs/schema.md', () => {
  it('lists every table with the id and the widths that the codecs have', () => {
    const rows = new Map<string, { id: number; partition: number; sort: number }>();
    for (const line of page('schema.md').split('\n')) {
      const cells = line.split('|').map((cell) => cell.trim());
      const id = Number(cells[1]);
      if (!Number.isInteger(id) || id === 0 || cells.length < 7) continue;
      rows.set(cells[2]!, { id, partition: Number.parseInt(cells[3]!, 10), sort: Number.parseInt(cells[4]!, 10) });
    }
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(
        Object.values(tables).map(({ name, id, partitionBytes, sortBytes }) => [
          name,
          { id, partition: partitionBytes, sort: sortBytes },
        ]),
      ),
    );
  });
});

describe('facts of blocks in docs/schema.md', () => {
  it('are the columns in their order, with kind and values', () => {
    const section = page('schema.md').split('## Facts of blocks')[1] ?? '';
    const rows = [...section.matchAll(/^\| (\w+) \| (f64|f32|u32|u16) \| (\d+) \|/gm)];
    expect(rows.map(([, name, kind, width]) => [name, kind, Number(width)])).toEqual(
      Object.entries(factLayout).map(([name, [kind, width]]) => [name, kind, width]),
    );
  });
});

describe('docs/api.md', () => {
  const text = page('api.md');

  it('lists every route with its errors', () => {
    for (const id of Object.keys(endpoints) as EndpointId[]) {
      const { method, path, errors } = endpoints[id];
      const line = text.split('\n').find((row) => row.startsWith(`| \`${method} ${path}\` |`));
      expect(line, `${method} ${path}`).toBeDefined();
      for (const code of errors) expect(line, `${code} of ${path}`).toContain(`\`${code}\``);
    }
  });

  it('explains every error code, and each code is declared by a route or belongs to all of them', () => {
    const declared = new Set(Object.values(endpoints).flatMap(({ errors }) => [...errors] as string[]));
    const everywhere = [
      'internal',
      'rate.limit',
      'route.unknown',
      'body.too-large',
      'index.unavailable',
      'events.bad-id',
      'events.too-many',
    ];
    for (const [code, { status, text: words }] of Object.entries(errorCatalog)) {
      expect(text, code).toContain(`| \`${code}\` | ${status} | ${words} |`);
      expect(declared.has(code) || everywhere.includes(code), `${code} is used`).toBe(true);
    }
  });
});
