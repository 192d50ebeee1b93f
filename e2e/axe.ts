import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on the page, or in the part of it that is named; with `rules`, by these only. */
export async function axeFindings(page: Page, within?: string, rules?: string[]): Promise<string[]> {
  const axe = await axeOn(page);
  // Told is what is wrong, not all that was looked at; no rule that asks for style sheets is among those that run.
  axe.options({ resultTypes: ['violations'], preload: { assets: ['media'] } });
  if (within) axe.include(within);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}

/**
 * What several frames find is put together on a page that is opened for it each time. A page without frames is spared that,
 * and gets the half megabyte of axe once, for all questions that follow.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  if (page.frames().length > 1) return new AxeBuilder({ page });
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) }).setLegacyMode();
}
