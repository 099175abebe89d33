import { readFileSync } from 'node:fs';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: { status: string }[] }[];
}

/** Prints the summary of test runs from their JSON reports: `N passed, N failed`. A run without a test or report fails. */
let [passed, failed] = [0, 0];
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8');
  if (text === '') {
    console.log(`no report: ${file}`);
    failed++;
    continue;
  }
  const report = JSON.parse(text) as Report;
  // A file that failed outside of its tests counts as one failure.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  for (const { name, message } of broken) console.log(`failed to run: ${name}: ${message}`);
  if (report.numPassedTests + report.numFailedTests === 0) failed++;
  passed += report.numPassedTests;
  failed += report.numFailedTests + broken.length;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
