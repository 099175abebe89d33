import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds: rule, element and what is wrong with it. Pages have no frames, so it runs in the page itself, which is
 * twice as fast as gathering the findings of frames in a page of its own.
 * @param parts  CSS selectors; the whole page unless given
 */
export async function axeFindings(page: Page, ...parts: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  for (const part of parts) axe.include(part);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}
