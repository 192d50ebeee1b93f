import type { Page } from '@playwright/test';

// Of the screen that is shown: those behind other tabs are in the page as well.

/** Columns that are not wholly in view, or whose titles are not; and how many columns there are. */
export const columnsInView = (page: Page) =>
  page.evaluate(() => {
    const table = [...document.querySelectorAll('.data-page-table .ant-table-content')].find((it) =>
      it.checkVisibility(),
    );
    const edge = table?.getBoundingClientRect();
    const titles = [...(table?.querySelectorAll('thead th') ?? [])];
    const isCut = (title: Element) => {
      const { left, right } = title.getBoundingClientRect();
      const text = title.querySelector('.column-title') ?? title;
      const outside = left < (edge?.left ?? 0) - 1 || right > Math.min(edge?.right ?? 0, innerWidth) + 1;
      return outside || text.getBoundingClientRect().right > right + 1 || title.scrollWidth > title.clientWidth + 5;
    };
    return { columns: titles.length, cut: titles.filter(isCut).map((title) => title.textContent) };
  });

/** Of what is touched and wholly in view: what is not met in its middle, and what is missed by half a finger beside it. */
export const touchTargets = (page: Page) =>
  page.evaluate(() => {
    const touched = 'button, a[href], input:not([type=hidden], [type=file]), textarea, [role=tab], [role=switch]';
    const parts =
      'label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-menu-item, .ant-tabs-tab';
    // What stays at the lower edge covers what is scrolled below it.
    const shown = (selector: string) => [...document.querySelectorAll(selector)].find((it) => it.checkVisibility());
    const footer = shown('main .form-footer');
    const edge = (footer?.getBoundingClientRect().top ?? innerHeight) - 22;
    const isInView = (element: Element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const isThere =
        width > 1 &&
        height > 1 &&
        left >= 0 &&
        right <= innerWidth &&
        top >= 0 &&
        (bottom < edge || footer?.contains(element));
      return isThere && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    const isMet = (element: Element, beside: number) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const met = document.elementFromPoint(left + width / 2, top + height / 2 + beside);
      return met !== null && (element.closest(parts) ?? element).contains(met);
    };
    // A link in a text is as high as its line.
    const isInText = (element: Element) => element.matches('a') && getComputedStyle(element).display === 'inline';
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.className} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(
        0,
        90,
      );
    const all = [...document.querySelectorAll(touched)].filter(isInView);
    const first = shown('main .data-page-card')?.getBoundingClientRect().top;
    return {
      first,
      width: document.documentElement.scrollWidth,
      covered: all.filter((element) => !isMet(element, 0)).map(nameOf),
      low: all.filter((element) => !isInText(element) && !(isMet(element, -21) && isMet(element, 21))).map(nameOf),
      smallLetters: all
        .filter((element) => element.matches('input:not([type=checkbox], [type=radio]), textarea'))
        .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 16)
        .map(nameOf),
    };
  });
