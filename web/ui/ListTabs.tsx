import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import './ui.css';

interface ListTabsProps {
  /** The first tab is active by default; the URL can name another. */
  readonly tabs: readonly { readonly key: string; readonly title: string; readonly list: ReactNode }[];
}

/** Several lists on one screen, as tabs. The URL contains the active tab; changing the tab drops the filters of the list. */
export function ListTabs({ tabs }: ListTabsProps) {
  const [query, setQuery] = useSearchParams();
  const tab = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  return (
    <>
      <Tabs
        className="list-tabs"
        activeKey={tab?.key ?? ''}
        onChange={(key) => setQuery(key === tabs[0]?.key ? {} : { tab: key })}
        items={tabs.map(({ key, title }) => ({ key, label: title }))}
      />
      {tab?.list}
    </>
  );
}
