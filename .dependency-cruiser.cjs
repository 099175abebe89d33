const floors = [
  ['primitives'],
  ['store', 'journal', 'node', 'contract'],
  ['index', 'mempool', 'liquid', 'lightning', 'services'],
  ['server', 'web', 'devnode'],
];
const inPackages = (names) => `^packages/(${names.join('|')})/`;
const tests = '(\\.test\\.tsx?$|/test/|/testing/)';

/** Arrows only go down: a package may import from lower floors, never from its own or a higher one. */
const arrows = floors.flatMap((names, floor) =>
  names.map((name) => ({
    name: `${name}-looks-down-only`,
    severity: 'error',
    from: { path: `^packages/${name}/`, pathNot: tests },
    to: {
      path: inPackages(
        floors
          .slice(floor)
          .flat()
          .filter((other) => other !== name),
      ),
      // the server composes: it may see the app it serves and the demo's node
      ...(name === 'server' ? { pathNot: '^packages/(web|devnode)/src/(index|worker)\\.ts$' } : {}),
    },
  })),
);

module.exports = {
  forbidden: [
    ...arrows,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'web-knows-only-contract-and-primitives',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: tests },
      to: { path: inPackages(['store', 'journal', 'node', 'index', 'mempool', 'liquid', 'lightning', 'services']) },
    },
    {
      name: 'engines-know-no-contract',
      severity: 'error',
      from: {
        path: inPackages(['index', 'mempool', 'liquid', 'lightning', 'services', 'journal', 'store']),
        pathNot: tests,
      },
      to: { path: '^packages/contract/' },
    },
    {
      name: 'packages-speak-through-their-index',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: tests },
      to: {
        path: '^packages/([^/]+)/src/',
        pathNot: [
          '^packages/$1/',
          '/src/index\\.ts$',
          '^packages/mempool/src/audit/index\\.ts$',
          '^packages/mempool/src/forecast/index\\.ts$',
          '/src/testing/',
          '/src/worker\\.ts$',
          '^packages/primitives/src/block/block-columns\\.ts$',
          '^packages/primitives/src/csv\\.ts$',
          '^packages/primitives/src/elements/index\\.ts$',
          '^packages/contract/src/liquid\\.ts$',
          '^packages/contract/src/services\\.ts$',
          '^packages/index/src/elements\\.ts$',
          '^packages/primitives/src/records/index\\.ts$',
          '^packages/primitives/src/tx/tx-json\\.ts$',
          '^packages/primitives/src/classify/flags\\.ts$',
          '^packages/primitives/src/script/script-type\\.ts$',
        ],
      },
    },
    {
      name: 'work-below-the-api',
      comment: 'what runs a network and records it does not know how it is served',
      severity: 'error',
      from: { path: '^packages/server/src/(network|recording|threads|sources|services)/', pathNot: tests },
      to: { path: '^packages/server/src/(http|api|live)/' },
    },
    {
      name: 'api-below-http-and-live',
      comment: 'queries and presenters are shared by requests and sockets',
      severity: 'error',
      from: { path: '^packages/server/src/api/', pathNot: tests },
      to: { path: '^packages/server/src/(http|live)/' },
    },
    {
      name: 'no-test-code-in-the-program',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: tests },
      to: { path: tests },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/build/|\\.react-router/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'default'] },
  },
};
