import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { SidebarMenu } from './SidebarMenu.tsx';

vi.mock('#core/i18n/useTranslation.ts', () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

const route = (name: string, path: string, more: Partial<RouteRecord> = {}): RouteRecord => ({
  name,
  path,
  meta: { title: `menu.${name}` },
  ...more,
});
const rendered = (routes: readonly RouteRecord[], active?: RouteRecord) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <SidebarMenu routes={routes} active={active} collapsed={false} preload={() => undefined} />
    </MemoryRouter>,
  );
const linksIn = (html: string) =>
  [...html.matchAll(/<a([^>]*)>([^<]*)<\/a>/g)].map(([, attributes = '', text = '']) => ({ attributes, text }));

test('opens only external links in a new tab', () => {
  const [docs, records] = linksIn(rendered([route('docs', 'https://example.com/docs'), route('records', '/records')]));
  expect(docs?.attributes).toContain('href="https://example.com/docs"');
  expect(docs?.attributes).toContain('target="_blank"');
  expect(docs?.attributes).toContain('rel="noopener noreferrer"');
  expect(records?.attributes).toContain('href="/records"');
  expect(records?.attributes).not.toContain('target');
});

test('shows the common screens before the titled tree', () => {
  const html = rendered([route('dashboard', '/dashboard'), route('records', '/records')]);
  expect(linksIn(html).map(({ text }) => text)).toEqual(['menu.dashboard', 'menu.records']);
  expect(html).toMatch(/menu\.dashboard<.*>menu\.home<.*menu\.records</s);
});

test('shows a group with one visible child as a single item', () => {
  const detail = route('detail', '/detail', { meta: { title: 'menu.detail', hidden: true } });
  const group = route('base', '/base', { children: [route('only', '/only'), detail] });
  const html = rendered([group]);
  expect(linksIn(html).map(({ text }) => text)).toEqual(['menu.only']);
  expect(html).not.toContain('menu.base');
});

test('marks the entry that a hidden screen belongs to', () => {
  const list = route('list', '/list');
  const detail = route('detail', '/detail', { meta: { title: 'menu.detail', hidden: true, activeMenu: 'list' } });
  const html = rendered([list, route('other', '/other'), detail], detail);
  const selected = [...html.matchAll(/<li[^>]*ant-menu-item-selected[^>]*>.*?<\/li>/g)].map(([item]) => item);
  expect(selected).toHaveLength(1);
  expect(selected[0]).toContain('menu.list');
});
