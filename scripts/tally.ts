import { readFileSync } from 'node:fs';

/** Prints the summary of a test run from the JSON report: `N passed, N failed`. */
const [file] = process.argv.slice(2);
const report = JSON.parse(readFileSync(file ?? '', 'utf8')) as {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: { name: string; status: string; message: string; assertionResults: { status: string }[] }[];
};
// A file that failed outside of its tests counts as one failure.
const broken = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
);
for (const { name, message } of broken) console.log(`failed to run: ${name}: ${message}`);
const failed = report.numFailedTests + broken.length;
console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exit(failed === 0 && report.numPassedTests > 0 ? 0 : 1);
