import type { Page } from 'playwright-core';

/** Returns the width of the search's placeholder, and of the space for it, pixels. */
export const placeholderWidths = (page: Page): Promise<{ text: number; field: number }> =>
  page.locator('[data-part~=search] input').evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d')!;
    context.font = font;
    const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
    return { text: context.measureText(input.placeholder).width, field: input.clientWidth - padding };
  });
