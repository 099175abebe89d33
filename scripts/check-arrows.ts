import { spawnSync } from 'node:child_process';

/** Runs dependency-cruiser over the packages and makes sure that it saw them: with a compiler it cannot use it reports
 *  success over nothing. */
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
  console.error('check-arrows: too few modules were seen for this to mean anything');
  process.exit(1);
}
process.exit(report.summary.violations.length === 0 ? 0 : 1);
