import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Returns the violations that axe finds: rule, element and failure. Pages have no frames, so it runs in the page itself,
 * which is twice as fast as collecting the findings of frames in a separate page.
 * @param parts  CSS selectors; default: the whole page
 */
export async function axeFindings(page: Page, ...parts: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  for (const part of parts) axe.include(part);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}
