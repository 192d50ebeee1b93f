import type { Page } from '@playwright/test';

// Everything is measured on the visible screen only, because screens of other tabs stay in the page.

/** Returns the columns that are not completely visible or whose titles are cut, and the number of columns. */
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

/**
 * Checks the visible touch targets: returns those that are covered at their centre, and those that are missed by touching half
 * a finger beside it.
 */
export const touchTargets = (page: Page) =>
  page.evaluate(() => {
    const touched = 'button, a[href], input:not([type=hidden], [type=file]), textarea, [role=tab], [role=switch]';
    const parts =
      'label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-menu-item, .ant-tabs-tab';
    // A footer that sticks to the lower edge covers what scrolls below it.
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
    // A link within text is only as high as its line.
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
