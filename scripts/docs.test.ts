import { readFileSync } from 'node:fs';
import { type Endpoint, type EndpointId, endpoints, errorCatalog } from '@glassblock/contract';
import { liquidEndpoints } from '@glassblock/contract/liquid';
import { type ServiceRoute, serviceErrors, serviceRoutes, siteRoutes } from '@glassblock/contract/services';
import { factLayout, tables } from '@glassblock/index';
import { describe, expect, it } from 'vitest';
import { planFile } from '../packages/index/src/bulk/plan-file.ts';
import { factFileHead } from '../packages/index/src/facts/fact-files.ts';
import { assetBlockRow, assetRow, assetTxRow, assetTxSortKey } from '../packages/index/src/rows/asset/asset-rows.ts';
import { federationRow, federationSortKey, pegRow, pegSortKey } from '../packages/index/src/rows/asset/peg-rows.ts';
import { blockIdRow } from '../packages/index/src/rows/block/block-id-row.ts';
import { blockRow } from '../packages/index/src/rows/block/block-row.ts';
import { bodiesRow } from '../packages/index/src/rows/block/body-row.ts';
import { elementsBlockRow } from '../packages/index/src/rows/block/elements-block-row.ts';
import { idsRow } from '../packages/index/src/rows/block/ids-row.ts';
import { staleBody } from '../packages/index/src/rows/block/stale-body.ts';
import { txidsRow } from '../packages/index/src/rows/block/txids-row.ts';
import { undoRow } from '../packages/index/src/rows/block/undo-row.ts';
import { metaRow } from '../packages/index/src/rows/meta-row.ts';
import { chunkSortKey, scriptKey, unspentSortKey } from '../packages/index/src/rows/row-keys.ts';
import { addressRowKey, bookMarker } from '../packages/index/src/rows/script/address-book-rows.ts';
import { cellsRow } from '../packages/index/src/rows/script/cells-row.ts';
import { firstsRow } from '../packages/index/src/rows/script/firsts-row.ts';
import { bucketMember, chunkRow } from '../packages/index/src/rows/script/script-bucket.ts';
import {
  entryHead,
  generalEntry,
  pairedEntry,
  scriptTotals,
} from '../packages/index/src/rows/script/script-entries.ts';
import { spendHead } from '../packages/index/src/rows/script/spends-row.ts';
import { unspentRow } from '../packages/index/src/rows/script/unspent-row.ts';
import { tipMarker } from '../packages/index/src/rows/tip-marker.ts';
import { batchHead } from '../packages/journal/src/codecs/batch-bytes.ts';
import { factRecords } from '../packages/journal/src/codecs/fact-bytes.ts';
import { keyframeLines } from '../packages/journal/src/codecs/keyframe-bytes.ts';
import { recordHead } from '../packages/journal/src/codecs/record.ts';
import { contentRecord } from '../packages/journal/src/contents/content-file.ts';
import { contentEntry } from '../packages/journal/src/contents/content-table.ts';
import { cleanEndRecord, epochRecord } from '../packages/journal/src/segments/epoch-files.ts';
import { segmentHead } from '../packages/journal/src/segments/segment.ts';
import { indexEntry, segmentIndex } from '../packages/journal/src/segments/segment-index.ts';
import { auditFile } from '../packages/mempool/src/audit/audit-bytes.ts';
import { auditScore } from '../packages/mempool/src/audit/audit-score.ts';
import { forecastBlockRow, forecastRow } from '../packages/mempool/src/forecast/forecast-bytes.ts';
import { replacementsFile } from '../packages/mempool/src/replacements/replacements-bytes.ts';
import { sampleRow } from '../packages/mempool/src/samples/sample-bytes.ts';
import { summaryHead } from '../packages/mempool/src/summaries/summary-bytes.ts';
import { versionMarker } from '../packages/store/src/versions/version-marker.ts';
import { intentRow } from '../packages/store/src/versions/version-rows.ts';

const page = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');

describe('docs/schema.md', () => {
  it('lists every table with the id and widths of its codec', () => {
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

describe('columns of block facts in docs/schema.md', () => {
  it('lists the columns in order, with kind and values', () => {
    const section = page('schema.md').split('### block facts columns')[1] ?? '';
    const rows = [...section.matchAll(/^\| (\w+) \| (f64|f32|u32|u16) \| (\d+) \|/gm)];
    expect(rows.map(([, name, kind, width]) => [name, kind, Number(width)])).toEqual(
      Object.entries(factLayout).map(([name, [kind, width]]) => [name, kind, width]),
    );
  });
});

type Lines = readonly { readonly name: string; readonly type: string }[];

/** Stored records by their heading. */
const records: Readonly<Record<string, Lines>> = {
  'meta row': metaRow.lines,
  'tip marker': tipMarker.lines,
  'block row': blockRow.lines,
  'block-id row': blockIdRow.lines,
  'firsts row': firstsRow.lines,
  'txids row': txidsRow(1).lines,
  'scripts row': bucketMember.lines,
  'script totals': scriptTotals.lines,
  'script entry': entryHead.lines,
  'general entry': generalEntry.lines,
  'paired entry': pairedEntry.lines,
  'script key': scriptKey.lines,
  'chunk sort key': chunkSortKey.lines,
  'chunk row': chunkRow.lines,
  'unspent sort key': unspentSortKey.lines,
  'unspent row': unspentRow.lines,
  'spends row': spendHead.lines,
  'cells row': cellsRow.lines,
  'ids row': idsRow.lines,
  'bodies row': bodiesRow.lines,
  'undo row': undoRow.lines,
  'stale body': staleBody.lines,
  'Elements block row': elementsBlockRow.lines,
  'asset row': assetRow.lines,
  'asset tx sort key': assetTxSortKey.lines,
  'asset tx row': assetTxRow.lines,
  'asset block row': assetBlockRow.lines,
  'peg sort key': pegSortKey.lines,
  'peg row': pegRow.lines,
  'federation sort key': federationSortKey.lines,
  'federation row': federationRow.lines,
  'build plan': planFile.lines,
  'address row key': addressRowKey.lines,
  'address book marker': bookMarker.lines,
  'block facts head': factFileHead.lines,
  'journal record head': recordHead.lines,
  'segment head': segmentHead.lines,
  keyframe: keyframeLines,
  batch: batchHead.lines,
  ...Object.fromEntries(Object.entries(factRecords).map(([type, { lines }]) => [`fact ${type}`, lines])),
  'segment index': segmentIndex.lines,
  'segment index entry': indexEntry.lines,
  epoch: epochRecord.lines,
  'clean end': cleanEndRecord.lines,
  content: contentRecord.lines,
  'content table entry': contentEntry.lines,
  sample: sampleRow.lines,
  'summary head': summaryHead.lines,
  audit: auditFile.lines,
  'audit score': auditScore.lines,
  forecast: forecastRow.lines,
  'forecast block': forecastBlockRow.lines,
  replacements: replacementsFile.lines,
  'version marker': versionMarker.lines,
  'intent row': intentRow.lines,
};

describe('records in docs/schema.md', () => {
  /** Rows of the field table below each heading. */
  const sections = new Map(
    page('schema.md')
      .split(/^##+ /m)
      .slice(1)
      .map((section) => {
        const rows = section.matchAll(/^\| `([^`]+)` \| ([^|]+) \| [^|]+ \|$/gm);
        return [section.split('\n')[0]!, [...rows].map(([, name, type]) => ({ name, type }))];
      }),
  );

  it.each(Object.keys(records))('lists the fields of the codec in order: %s', (name) => {
    expect(sections.get(name)).toEqual(records[name]);
  });

  it('has no field table without a codec', () => {
    const documented = [...sections].filter(([, rows]) => rows.length > 0).map(([name]) => name);
    expect(documented.toSorted()).toEqual(Object.keys(records).toSorted());
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

  it('lists every route of Liquid networks with its errors', () => {
    const section = text.split('## Liquid')[1]!.split('\n');
    for (const { method, path, errors } of Object.values<Endpoint>(liquidEndpoints)) {
      const line = section.find((row) => row.startsWith(`| \`${method} ${path}\` |`));
      expect(line, `${method} ${path}`).toBeDefined();
      for (const code of errors) expect(line, `${code} of ${path}`).toContain(`\`${code}\``);
    }
  });

  it('lists every route and error of services', () => {
    const section = text.split('## Services')[1]!;
    for (const { method, path, errors } of Object.values<ServiceRoute>(serviceRoutes)) {
      const line = section.split('\n').find((row) => row.startsWith(`| \`${method} ${path}\` |`));
      for (const word of errors) expect(line, path).toContain(`\`${word}\``);
      expect(line, path).toBeDefined();
    }
    for (const [word, { status, meaning }] of Object.entries(serviceErrors))
      expect(section).toContain(`| \`${word}\` | ${status} | ${meaning} |`);
  });

  it('lists every route of the whole site', () => {
    const section = text.split('## Site')[1]!;
    for (const { path, cacheSeconds, errors } of siteRoutes) {
      const line = section.split('\n').find((row) => row.startsWith(`| \`GET ${path}\` |`));
      expect(line, path).toContain(` | ${cacheSeconds} | `);
      for (const { status, text: body } of errors) {
        expect(line).toContain(`${status}`);
        expect(line).toContain(body);
      }
    }
  });

  it('lists every error code, each of which is declared by a route or common to all', () => {
    const routes: Endpoint[] = [...Object.values(endpoints), ...Object.values<Endpoint>(liquidEndpoints)];
    const declared = new Set(routes.flatMap(({ errors }) => [...errors] as string[]));
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
