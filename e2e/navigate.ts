import { expect, type Locator, type Page } from '@playwright/test';
import { pageAnswersId } from '@suyuan/contract/call/page-answers.ts';

export const menu = (page: Page): Locator => page.getByRole('navigation', { name: '主菜单' });
export const tabs = (page: Page): Locator => page.getByRole('navigation', { name: '已打开的页面' });

/** Opens a screen through the search of the header, without a reload. */
export async function openScreen(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: '搜索页面' }).click();
  await page.getByRole('combobox', { name: '搜索页面' }).fill(title);
  await page.getByRole('option', { name: new RegExp(`(^|› )${title}\\s*/`) }).click();
  await expect(tabs(page).getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page');
}

/** Navigates as the router does, without a reload. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Closes all other tabs. Their screens stay in the page, which makes every query of the page slower. */
export async function closeOthers(page: Page): Promise<void> {
  const others = page.locator('.tabs li:not([data-active]) > button');
  await others.evaluateAll((all) => all.map((button) => (button as HTMLButtonElement).click()));
}

/** Removes the answers embedded in pages, so that the console makes every call itself and a test can mock it. */
export async function withoutAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(new RegExp(`(id="${pageAnswersId}">)[^<]*`), '$1{}');
    return route.fulfill({ response, body });
  });
}
