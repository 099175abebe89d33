import type { Page } from 'playwright-core';

/** Waits for the static drawing of the first chart, with its values and texts. */
export async function expectDrawing(page: Page): Promise<void> {
  await page.locator('[data-part~=chart-static] path').first().waitFor({ state: 'attached' });
  await page.locator('[data-part~=chart-static] text').first().waitFor();
}

/** Hovers over the first chart and waits until the chart library has painted. */
export async function activateChart(page: Page): Promise<void> {
  await page.locator('[data-part~=chart-host]').first().hover();
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-part~=chart-host] canvas');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return pixels?.some((value) => value > 0) === true;
  });
}
