import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

interface Test {
  status: string;
  fullName: string;
  failureMessages: string[];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: Test[] }[];
}

/**
 * Prints the failed tests of test runs from their JSON reports, then `N passed, N failed`. A run without a test or report fails.
 * The failures are repeated since some CI systems show only the end of the output.
 */
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
  for (const { name, message } of broken) console.log(`failed to run: ${relative('.', name)}: ${message}`);
  for (const { name, assertionResults } of report.testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'failed')
        console.log(`failed: ${relative('.', name)}: ${fullName}\n${failureMessages.join('\n')}`);
    }
  }
  if (report.numPassedTests + report.numFailedTests === 0) failed++;
  passed += report.numPassedTests;
  failed += report.numFailedTests + broken.length;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
