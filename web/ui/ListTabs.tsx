import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import './ui.css';

interface ListTabsProps {
  /** The first one is shown unless the address names another. */
  readonly tabs: readonly { readonly key: string; readonly title: string; readonly list: ReactNode }[];
}

/** Several lists on one screen. The address keeps which one is shown, each list begins without filters. */
export function ListTabs({ tabs }: ListTabsProps) {
  const [query, setQuery] = useSearchParams();
  const shown = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  return (
    <>
      <Tabs
        className="list-tabs"
        activeKey={shown?.key ?? ''}
        onChange={(key) => setQuery(key === tabs[0]?.key ? {} : { tab: key })}
        items={tabs.map(({ key, title }) => ({ key, label: title }))}
      />
      {shown?.list}
    </>
  );
}
