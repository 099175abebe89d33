import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Frame around the content of every page: with the strip of blocks, half the elements of a page. */
const frame = ['[data-part~=header]', '[data-part~=strip]', 'body > footer'];

/** The minified script: the property `source` of the package has all comments, which take longer to parse than to skip. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The selector for a page with its frame. */
export const wholePage = 'html';

/**
 * Returns the violations that axe finds: rule, element and failure. Pages have no frames, so it runs in the page itself.
 * Checking colors takes time for each element, so the header, strip and footer are checked once per theme and size
 * (`frame.test.ts`, `pages.test.ts`).
 * @param parts CSS selectors; default: the page without header, strip and footer, including the rules on whole pages
 */
export async function axeFindings(page: Page, ...parts: string[]): Promise<string[]> {
  const context = parts.length > 0 ? { include: parts } : { exclude: frame };
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeScript);
  const { violations } = await page.evaluate((checked) => {
    const { axe: loaded } = globalThis as unknown as { axe: { run(...given: unknown[]): Promise<AxeResults> } };
    return loaded.run(checked, { resultTypes: ['violations'] });
  }, context);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}
