// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFindings, wholePage } from './support/axe.ts';
import { confirmedTxid } from './support/fixture-server.ts';
import { desktopSize, settingsCookie, withPageLoad } from './support/open-page.ts';
import { ownAddress, sampleBlock, tip } from './support/samples/sample-data.ts';
import { expectSound, nextPaint, phoneSize } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
/** Polls until the value is as expected. */
const eventually = <T>(get: () => T) => expect.poll(get);

const site = testSite();
const below = testSite({ basePath: '/explorer/', settings: { fixedTheme: 'bukele' } });

const phone: BrowserContextOptions = { viewport: phoneSize, isMobile: true, hasTouch: true };
const openSheet = async (page: Page) => {
  await page.locator('[data-part~=menu-sheet] summary').click();
  await page.locator('[data-part~=menu-sheet] [data-cy=settings]').waitFor();
};
const pick = (page: Page, words: string) =>
  page.locator('[data-part~=menu-sheet] [data-part~=segments] label', { hasText: words }).click();

describe('settings', () => {
  test('a setting applies immediately, is stored, and is in the next first paint', async () => {
    const { page, faults } = await site.visit(`/block/${tip - 2}`);
    await openSheet(page);
    await pick(page, 'Dusk');
    await page.locator('link#theme[href*="dusk"]').waitFor({ state: 'attached' });
    await pick(page, 'sats');
    await pick(page, 'sat/WU');
    await pick(page, 'left to right');
    await page.locator('[data-part~=menu-sheet] select[name=zone]').selectOption('2');
    await page.locator('[data-part~=block-facts] .moment', { hasText: 'UTC+2' }).first().waitFor();
    expect(await page.locator('[data-part~=block-facts] .amount').first().innerText()).toMatch(/^\d[\d.]+M sats$/);
    await eventually(() => settingsCookie(page)).toBe('theme=dusk.unit=sats.rate=wu.ltr=true.zone=2');
    expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({
      'theme-preference': 'dusk',
      'view-amount-mode': 'sats',
      'rate-unit-preference': 'wu',
      'time-preference-ltr': 'true',
      'timezone-preference': '2',
    });
    const html = await (
      await fetch(page.url(), { headers: { cookie: `glassblock=${await settingsCookie(page)}` } })
    ).text();
    expect(html).toContain('data-theme="dusk"');
    expect(html).toContain('data-ltr="true"');
    expect(html).toMatch(/<bdi dir="ltr">\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+2<\/bdi>/);
    await pick(page, 'System');
    await page.locator('link#theme[href*="default"]').waitFor({ state: 'attached' });
    await eventually(() => settingsCookie(page)).toBe('unit=sats.rate=wu.ltr=true.zone=2');
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('restores stored settings without a cookie', async () => {
    const { page, faults } = await site.visit('/', {
      storageState: {
        cookies: [],
        origins: [{ origin: site.origin, localStorage: [{ name: 'view-amount-mode', value: 'sats' }] }],
      },
    });
    await eventually(() => page.locator(`#bitcoin-block-${tip} .amount`).innerText()).toMatch(/M sats$/);
    await eventually(() => settingsCookie(page)).toBe('unit=sats');
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('offers fiat only with a price, and not on test networks', async () => {
    const { page, faults } = await site.visit('/');
    await openSheet(page);
    await page.getByText('Fiat amounts are not available: no price source is configured.').waitFor();
    expect(await page.locator('[data-part~=menu-sheet] select[name=currency]').count()).toBe(0);
    await eventually(async () => {
      site.push({ conversions: { time: 1, USD: 60_000, EUR: 50_000, JPY: -1 } });
      return page.locator('[data-part~=menu-sheet] label', { hasText: 'Fiat' }).count();
    }).toBe(1);
    await pick(page, 'Fiat');
    const fees = page.locator(`#bitcoin-block-${tip} .amount`);
    const sats = sampleBlock(tip, now).extras.totalFees;
    expect(sats / 1e8).toBeCloseTo(0.461, 2);
    await eventually(() => fees.innerText()).toMatch(/^\$2\d\.\dk USD$/);
    const offered = await page.locator('[data-part~=menu-sheet] select[name=currency] option').allInnerTexts();
    expect(offered).toEqual(['$ USD', '€ EUR']);
    await page.locator('[data-part~=menu-sheet] select[name=currency]').selectOption('EUR');
    await eventually(() => fees.innerText()).toMatch(/^€2\d\.\dk EUR$/);
    await page.keyboard.press('Escape');
    await page.locator('[data-part~=switcher] summary').click();
    await page.locator('[data-part~=switcher] a.testnet4').click();
    await page.locator('.mined-block .amount', { hasText: 'tBTC' }).first().waitFor();
    site.push({ conversions: { time: 1, USD: 60_000 } });
    await openSheet(page);
    await page.getByText('Fiat amounts are not available: bitcoin on this network has no value.').waitFor();
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('is a form without JavaScript', async () => {
    const { page } = await site.visit('/testnet4', { javaScriptEnabled: false });
    await page.locator('[data-part~=menu-sheet] summary').click();
    const way = page.locator('[data-part~=menu-sheet] noscript a, [data-part~=menu-sheet] a[href$="/settings"]');
    await withPageLoad(page, () => way.click());
    const apply = () => withPageLoad(page, () => page.locator('[data-cy=settings] button').click());
    await page.locator('input[name=theme][value=contrast]').check({ force: true });
    await page.locator('input[name=unit][value=sats]').check({ force: true });
    await page.locator('input[type=checkbox][name=hide]').check();
    await apply();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/testnet4/settings');
    expect(await settingsCookie(page)).toContain('theme=contrast.unit=sats');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('contrast');
    expect(await page.locator('[data-part~=banner][data-part~=test]').count()).toBe(0);
    await page.locator('input[type=checkbox][name=hide]').uncheck();
    await apply();
    expect(await page.locator('[data-part~=banner][data-part~=test]').count()).toBe(1);
    await leave(page);
  });

  test('ignores invalid form values', async () => {
    const answer = await fetch(`${site.origin}/settings?theme=%3Cscript%3E&zone=99&unit=sats%0d%0aset-cookie:x`, {
      redirect: 'manual',
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/settings');
    expect(answer.headers.get('set-cookie')).toMatch(/^glassblock=; path=\/; max-age=31536000; samesite=lax$/i);
  });

  test('a configured theme applies, hides its setting and is never stored', async () => {
    const { page } = await below.visit('/explorer/');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('bukele');
    await openSheet(page);
    expect(await page.locator('[data-part~=menu-sheet] [name=theme]').count()).toBe(0);
    await pick(page, 'sats');
    await eventually(() => settingsCookie(page)).toBe('unit=sats');
    expect(await page.evaluate(() => localStorage.getItem('theme-preference'))).toBeNull();
    await leave(page);
  });
});

describe('the menu', () => {
  test('stays open and loads its settings when opened before hydration', async () => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(site.origin, { waitUntil: 'commit' });
    await page.locator('[data-part~=menu-sheet] summary').click();
    await page.locator('[data-part~=menu-sheet] h2').waitFor();
    expect(await page.locator('[data-part~=menu-sheet] [data-cy=settings]').count()).toBe(0);
    release();
    await page.locator('[data-part~=menu-sheet] [data-cy=settings]').waitFor();
    await leave(page);
  });
});

describe('a dialog that is opened while the next page loads', () => {
  // The URL changes first, the page a moment later: a user may act in between.
  test.each([
    ['in the same moment as the address', 'now'],
    ['after the toggle event', 'notified'],
  ] as const)('%s, stays open', async (_, when) => {
    const { page, faults } = await site.visit('/about');
    // from here on the page is loaded: navigation to it shows no pending state
    await page.locator('#btn-blocks').click();
    await page.locator('[data-part~=blocks-table]').waitFor();
    await page.evaluate((when) => {
      const sheet = document.querySelector<HTMLDetailsElement>('[data-part~=menu-sheet]');
      const push = history.pushState;
      history.pushState = (...given) => {
        history.pushState = push;
        history.pushState(...given);
        if (sheet) sheet.open = true;
        // the browser sends the event too, but in no certain order
        if (when === 'notified') sheet?.dispatchEvent(new Event('toggle'));
      };
    }, when);
    await page.locator('#btn-about').click();
    await page.locator('[data-cy=about-facts]').waitFor();
    await page.locator('[data-part~=menu-sheet] [data-cy=settings]').waitFor();
    expect(await page.locator('[data-part~=menu-sheet]').getAttribute('open')).not.toBeNull();
    // the next navigation closes it
    await page.evaluate(() => document.querySelector<HTMLElement>('#btn-blocks')?.click());
    await page.locator('[data-part~=blocks-table]').waitFor();
    await eventually(() => page.locator('[data-part~=menu-sheet]').getAttribute('open')).toBeNull();
    expect(faults).toEqual([]);
    await leave(page);
  });
});

describe('on a screen', () => {
  test.each([
    ['desktop', {}, 'default'],
    ['phone', phone, 'light'],
    ['desktop', {}, 'dusk'],
    ['phone', phone, 'contrast'],
    ['desktop', {}, 'bukele'],
  ] as [string, BrowserContextOptions, string][])(
    '%s, theme %s%s: no axe findings with the dialog open',
    async (_, options, theme) => {
      const cookie = { name: 'glassblock', value: `theme=${theme}`, domain: '127.0.0.1', path: '/' };
      const state = { ...cookie, expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const };
      const { page, faults } = await site.visit('/testnet4', {
        ...options,
        storageState: { cookies: [state], origins: [] },
      });
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
      await openSheet(page);
      expect(await axeFindings(page, wholePage)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(faults).toEqual([]);
      await leave(page);
    },
  );

  test('on a phone search and menu are at the bottom, with large touch targets', async () => {
    const { page } = await site.visit('/', phone);
    for (const what of ['[data-part~=search] input', '[data-part~=menu-sheet] summary']) {
      const box = await page.locator(what).boundingBox();
      expect(box?.y, what).toBeGreaterThan(740);
      expect(box?.height, what).toBeGreaterThanOrEqual(42);
    }
    await openSheet(page);
    const small = await page
      .locator('[data-part~=menu-sheet] [data-part~=sheet-body]')
      .locator('a, [data-part~=segments] label, select')
      .evaluateAll((all) =>
        all.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML),
      );
    expect(small).toEqual([]);
    const sheet = await page.locator('[data-part~=menu-sheet] [data-part~=sheet-body]').boundingBox();
    expect([sheet?.x, sheet?.width]).toEqual([0, 390]);
    await page.locator('[data-part~=sheet-pages] a', { hasText: 'Graphs' }).click();
    await page.waitForURL('**/graphs/mempool');
    await eventually(() => page.locator('[data-part~=menu-sheet]').getAttribute('open')).toBeNull();
    await page.locator('[data-part~=search] input').fill('840120');
    const found = await page.locator('[data-part~=search-results]').boundingBox();
    expect((found?.y ?? 0) + (found?.height ?? 0)).toBeLessThan(800);
    await leave(page);
  });

  test('marks the current page, and every link has a name', async () => {
    const { page } = await site.visit('/about');
    expect(await page.locator('[data-part~=header-links] [aria-current=page]').allInnerTexts()).toEqual(['About']);
    for (const id of ['btn-home', 'btn-blocks', 'btn-graphs', 'btn-docs', 'btn-about'])
      expect(await page.locator(`#${id}`).count(), id).toBe(1);
    await page.locator('#btn-blocks').click();
    await page.waitForURL('**/blocks/1');
    await eventually(() => page.locator('[data-part~=header-links] [aria-current=page]').allInnerTexts()).toEqual([
      'Blocks',
    ]);
    await leave(page);
  });
});

describe('networks and languages', () => {
  test('the switcher links the same page without network-specific parts', async () => {
    const { page } = await site.visit('/testnet4/blocks/3');
    const toggle = page.getByLabel('Select network. Current: Testnet4');
    await toggle.click();
    expect(await page.locator('[data-part~=switcher] [data-part~=menu] a').allInnerTexts()).toEqual(
      [' Mainnet', ' Testnet4', ' Demo'].map((name) => name.trim()),
    );
    expect(await page.locator('[data-part~=switcher] a.active').getAttribute('class')).toBe('testnet4 active');
    await page.locator('[data-part~=switcher] a.mainnet').click();
    await page.waitForURL(`${site.origin}/blocks/3`);
    await page.goto(`${site.origin}/tx/${confirmedTxid}`);
    expect(await page.locator('[data-part~=switcher] a.testnet4').getAttribute('href')).toBe('/testnet4');
    await leave(page);
  });

  test('a language in the path sets the direction, stays in links, and is not in the canonical URL', async () => {
    const { page, faults } = await below.visit('/explorer/ar/testnet4');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
      `${new URL(page.url()).origin}/explorer/testnet4`,
    );
    expect(await page.locator('[data-part~=strip].time-ltr').count()).toBe(1);
    const received = below.received.length;
    await page.locator('.mined-block .blockLink').first().click();
    await page.waitForURL(`**/explorer/ar/testnet4/block/*`);
    await page.locator('.title-block h1').waitFor();
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
      /^http:.*\/explorer\/testnet4\/block\/0{8}/,
    );
    await eventually(() => below.received.length).toBeGreaterThan(received);
    await openSheet(page);
    await page.getByText('No translation available yet: العربية').waitFor();
    await page.locator('[data-part~=menu-sheet] button', { hasText: 'English' }).click();
    await page.waitForURL(/\/explorer\/testnet4\/block\/0{8}/);
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
    const language = (await page.context().cookies()).find(({ name }) => name === 'lang');
    expect(language).toMatchObject({ value: 'en', path: '/explorer/' });
    // Browsers limit the lifetime of cookies to 400 days.
    expect(language?.expires).toBeGreaterThan(now / 1000 + 390 * 86_400);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('the stored language applies to paths without one, and the path takes precedence', async () => {
    const directionOf = async (path: string, header: string) =>
      /<html[^>]* dir="(\w+)"/.exec(
        await (await fetch(site.origin + path, { headers: { cookie: header } })).text(),
      )?.[1];
    expect(await directionOf('/', 'lang=he')).toBe('rtl');
    expect(await directionOf('/en', 'lang=he')).toBe('ltr');
    expect(await directionOf('/fa/blocks/1', 'lang=en')).toBe('rtl');
    expect(await directionOf('/', 'lang="><script>')).toBe('ltr');
    const answer = await fetch(`${site.origin}/ar/nowhere/at/all`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/ar']);
    expect((await fetch(`${site.origin}/xx`, { redirect: 'manual' })).headers.get('location')).toBe('/');
  });

  test.each(['/ar', `/ar/tx/${confirmedTxid}`, `/he/address/${ownAddress}`, `/fa/block/${tip - 2}`])(
    '%s: no error, axe finding or horizontal scroll on desktop and phone',
    async (path) => {
      const { page, faults } = await site.visit(path, phone);
      const direction = (what: string) =>
        page
          .locator(what)
          .first()
          .evaluate((element) => getComputedStyle(element).direction);
      for (const size of [phoneSize, desktopSize]) {
        await page.setViewportSize(size);
        await nextPaint(page);
        await expectSound(page, faults, wholePage);
        expect(await direction('main')).toBe('rtl');
        if ((await page.locator('main .hash-text').count()) > 0) expect(await direction('main .hash-text')).toBe('ltr');
      }
      await leave(page);
    },
  );

  test('table cells keep numbers before their units, and are aligned as the page', async () => {
    const { page, faults } = await site.visit('/ar/fees');
    const cells = await page.locator('main th').evaluateAll((all) =>
      all.map((cell) => {
        const texts = [...cell.childNodes].filter(
          (node): node is Text => node instanceof Text && node.data.trim() !== '',
        );
        const box = cell.getBoundingClientRect();
        const leftOf = (text: Text | undefined, offset: number) => {
          const range = document.createRange();
          range.setStart(text!, offset);
          range.setEnd(text!, offset + 1);
          return range.getBoundingClientRect().left;
        };
        const first = leftOf(texts[0], 0);
        const last = leftOf(texts.at(-1), texts.at(-1)!.length - 1);
        return { text: cell.textContent, isInOrder: first < last, isAtLeft: first - box.left < box.width / 2 };
      }),
    );
    expect(cells.filter(({ isInOrder }) => !isInOrder)).toEqual([]);
    expect(cells.filter(({ text }) => /^50\s%$/.test(text)).map(({ isAtLeft }) => isAtLeft)).toEqual([true]);
    expect(cells.filter(({ text }) => text === 'Within').map(({ isAtLeft }) => isAtLeft)).toEqual([false, false]);
    expect(faults).toEqual([]);
    await leave(page);
  });
});

describe('the footer', () => {
  test('the footer bar changes color with the inflow and supports weight units', async () => {
    const { page } = await site.visit('/');
    const flow = page.locator('.footer .txPerSecond');
    for (const [rate, step] of [
      [1667, 0],
      [2001, 2],
      [3501, 5],
    ] as const) {
      await eventually(async () => {
        site.push({ vBytesPerSecond: rate });
        return flow.locator('[data-part~=bar-fill]').getAttribute('data-step');
      }).toBe(String(step));
    }
    expect(await flow.locator('[data-part~=bar-fill]').getAttribute('width')).toBe('100');
    expect(await flow.innerText()).toContain('3,501 vB/s');
    await openSheet(page);
    await pick(page, 'sat/WU');
    expect(await flow.innerText()).toContain('14,004 WU/s');
    expect(await page.locator('.footer .mempoolSize').innerText()).toMatch(/\(\d+ blocks\)$/);
    expect(await page.locator('.footer-version').innerText()).toBe('v0.1.0 [abc]');
    await leave(page);
  });

  test('every link of the footer leads to a page', async () => {
    const html = await (await fetch(site.origin)).text();
    const footer = html.slice(html.indexOf('<footer'), html.indexOf('</footer>'));
    const links = [...footer.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(20);
    // Unknown paths redirect to the dashboard.
    for (const link of links) {
      const { status } = await fetch(site.origin + link, { redirect: 'manual' });
      expect([200, 404], link).toContain(status);
    }
  });
});

describe('pointer, navigation', () => {
  test('a tooltip shows on hover and focus, hides on Escape, and restores the title', async () => {
    const { page, faults } = await site.visit('/blocks/1');
    const age = page.locator('main time').first();
    await eventually(() => age.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const title = await age.getAttribute('title');
    await age.hover();
    const inner = page.locator('body > [data-part~=tooltip] .tooltip-inner');
    await inner.waitFor();
    expect(await inner.innerText()).toBe(title);
    expect(await age.getAttribute('title')).toBeNull();
    expect(await age.getAttribute('aria-describedby')).toBe('tooltip');
    expect(
      await page.locator('[data-part~=tooltip]').evaluate((element) => getComputedStyle(element).animationName),
    ).toBe('none');
    await page.keyboard.press('Escape');
    await inner.waitFor({ state: 'detached' });
    expect(await age.getAttribute('title')).toBe(title);
    await page.goto(`${site.origin}/tx/${confirmedTxid}`);
    // wait until the new page is hydrated
    await eventually(async () => {
      await page.mouse.move(0, 0);
      await page.locator('[data-part~=title-hash]').hover();
      return inner.count();
    }).toBe(1);
    expect(await inner.innerText()).toBe(confirmedTxid);
    await page.locator('.brand-name').hover();
    await inner.waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    for (let step = 0; step < 60 && (await inner.count()) === 0; step++) await page.keyboard.press('Tab');
    expect(await inner.count()).toBe(1);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('shows on tap', async () => {
    const { page } = await site.visit('/blocks/1', phone);
    const age = page.locator('main time').first();
    await eventually(async () => {
      await age.tap();
      return page.locator('.tooltip-inner').allInnerTexts();
    }).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)]);
    await leave(page);
  });

  test('going back restores the scroll position', async () => {
    const { page } = await site.visit('/blocks/1', phone);
    const link = page.locator('main a[href^="/block/"]').last();
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(300);
    await link.click();
    await page.waitForURL('**/block/*');
    await eventually(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await page.waitForURL('**/blocks/1');
    await eventually(() => page.evaluate(() => scrollY)).toBe(before);
    await leave(page);
  });
});
