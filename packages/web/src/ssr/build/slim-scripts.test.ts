import { describe, expect, it } from 'vitest';
import { slimManifest, withReplacedExports } from './slim-scripts.ts';

describe('withReplacedExports', () => {
  const code = "import { a } from './a.js';\nfunction useA() {\n  return a;\n}\nexport { useA, isOn };";

  it('keeps other exports, and exports replacements by their names', () => {
    expect(withReplacedExports(code, { isOn: '() => false' })).toBe(
      "import { a } from './a.js';\nfunction useA() {\n  return a;\n}\nexport { useA };\nconst unused_isOn = () => false;\nexport { unused_isOn as isOn };",
    );
  });

  it('throws when the module has no such export', () => {
    expect(() => withReplacedExports(code, { isOff: '1' })).toThrow('React Router has no isOff');
  });
});

describe('slimManifest', () => {
  const route = {
    id: 'blocks',
    path: 'blocks',
    index: false,
    hasLoader: true,
    module: '/b.js',
    css: [],
    imports: ['/c.js'],
  };

  it('leaves out false and empty values, imports, and style sheets of the routes around one', () => {
    const root = { id: 'root', css: ['/a.css', '/b.css'] };
    const page = { id: 'page', parentId: 'root', css: ['/a.css'] };
    const inner = { id: 'inner', parentId: 'page', css: ['/b.css', '/c.css'] };
    const routes = { root, page, inner, blocks: route };
    const { script, imports } = slimManifest(
      `window.__reactRouterManifest=${JSON.stringify({ entry: { module: '/e.js' }, routes, url: '/m.js' })};`,
    );
    expect(script).toBe(
      'window.__reactRouterManifest={"entry":{"module":"/e.js"},"routes":{"root":{"css":["/a.css","/b.css"]},"page":{"parentId":"root"},"inner":{"parentId":"page","css":["/c.css"]},"blocks":{"path":"blocks","hasLoader":true,"module":"/b.js"}},"url":"/m.js"};for(const[i,r]of Object.entries(__reactRouterManifest.routes))r.id=i;',
    );
    expect(imports['blocks']).toEqual(['/c.js']);
    expect(imports['tx']).toEqual([]);
  });

  it('throws for a script of another form', () => {
    expect(() => slimManifest('window.other={}')).toThrow('another form');
  });
});
