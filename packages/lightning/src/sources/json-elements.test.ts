import { describe, expect, it } from 'vitest';
import { JsonElements, type JsonElementsOptions } from './json-elements.ts';

function elementsOf(text: string, sizes: number, more: Partial<JsonElementsOptions> = {}) {
  const found: [string, object][] = [];
  const elements = new JsonElements({
    arrays: new Set(['nodes', 'edges']),
    under: undefined,
    maxElementBytes: 200,
    maxBytes: 10_000,
    onElement: (name, element) => found.push([name, element]),
    ...more,
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += sizes) elements.push(bytes.subarray(at, at + sizes));
  return { found, isComplete: elements.isComplete };
}

const graph = {
  nodes: [{ alias: 'a "quoted" \\ } ] name é€', features: { 0: { name: 'x' } } }, {}, { list: [[1], { edges: [{}] }] }],
  other: [{ nodes: [{ hidden: true }] }],
  edges: [{ id: '1', nodes: [{ inner: 1 }] }],
  more: { edges: [{ hidden: true }] },
};
const expected = [...graph.nodes.map((node) => ['nodes', node]), ...graph.edges.map((edge) => ['edges', edge])];

describe('elements of a JSON text', () => {
  it.each([1, 2, 3, 7, 64, 10_000])('are the same in chunks of %d bytes', (sizes) => {
    expect(elementsOf(JSON.stringify(graph), sizes)).toEqual({ found: expected, isComplete: true });
    expect(elementsOf(JSON.stringify(graph, undefined, 2), sizes, { maxElementBytes: 400 }).found).toEqual(expected);
  });

  it('are found below a member of the root', () => {
    const text = JSON.stringify({ jsonrpc: '2.0', nodes: [{ hidden: true }], result: { nodes: graph.nodes }, id: 1 });
    expect(elementsOf(text, 5, { under: 'result' }).found).toEqual(graph.nodes.map((node) => ['nodes', node]));
    const error = { code: -32601, message: 'Unknown command' };
    expect(elementsOf(JSON.stringify({ id: 1, error }), 3, { under: 'result' }).found).toEqual([['error', error]]);
  });

  it('are incomplete when the text ends early', () => {
    expect(elementsOf('{"nodes":[{},{"alias":"', 4)).toEqual({ found: [['nodes', {}]], isComplete: false });
    expect(elementsOf('', 1).isComplete).toBe(false);
  });

  it.each([
    ['an element that is too large', `{"nodes":[{"alias":"${'a'.repeat(300)}"}]}`],
    ['a text that is too large', `{"nodes":[${'{},'.repeat(4_000)}{}]}`],
    ['nesting', `{"nodes":[${'{"a":'.repeat(70)}`],
    ['a bracket too many', ']'],
    ['an element that is not JSON', '{"nodes":[{a:1}]}'],
  ])('rejects %s', (_, text) => {
    for (const sizes of [1, 13, 20_000]) {
      expect(() => elementsOf(text, sizes)).toThrow(expect.objectContaining({ code: 'lightning.bad-answer' }));
    }
  });
});
