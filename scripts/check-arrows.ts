import { spawnSync } from 'node:child_process';

/**
 * Runs dependency-cruiser over the packages and checks the number of modules it saw: with an unsupported compiler it
 * reports success without reading anything.
 */
const command = 'depcruise --config .dependency-cruiser.cjs --output-type json packages';
const run = spawnSync('npx', command.split(' '), { encoding: 'utf8', maxBuffer: 1 << 28 });
const report = JSON.parse(run.stdout) as {
  modules: { source: string; dependencies: unknown[] }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
};
const own = report.modules.filter(({ source }) => source.startsWith('packages/'));
const edges = own.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
for (const { rule, from, to } of report.summary.violations) console.error(`${rule.name}: ${from} -> ${to}`);
const packages = new Set(own.map(({ source }) => source.split('/')[1]));
console.log(
  `${own.length} modules of ${packages.size} packages, ${edges} imports, ${report.summary.violations.length} violations`,
);
if (own.length < 100 || packages.size < 10 || edges < 200) {
  console.error('check-arrows: dependency-cruiser saw too few modules');
  process.exit(1);
}
process.exit(report.summary.violations.length === 0 ? 0 : 1);
