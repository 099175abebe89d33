import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What every page has around its content: with the strip of blocks, half the elements of a page. */
const frame = ['[data-part~=header]', '[data-part~=strip]', 'body > footer'];

/** The selector for a page with its frame. */
export const wholePage = 'html';

/**
 * Returns the violations that axe finds: rule, element and failure. Pages have no frames, so it runs in the page itself,
 * which is twice as fast as collecting the findings of frames in a separate page. Checking colors takes time for each
 * element, so the header, strip and footer are checked once per theme and size (`frame.test.ts`, `pages.test.ts`).
 * @param parts  CSS selectors; default: the page without header, strip and footer, including the rules on whole pages
 */
export async function axeFindings(page: Page, ...parts: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  for (const part of parts) axe.include(part);
  if (parts.length === 0) for (const part of frame) axe.exclude(part);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}
