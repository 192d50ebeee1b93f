import { useTranslation } from 'react-i18next';
import type { SearchEntry } from './searchIndex.ts';

interface SearchResultsProps {
  readonly id: string;
  readonly found: readonly SearchEntry[];
  readonly marked: number;
  readonly onMark: (at: number) => void;
  readonly onOpen: (entry: SearchEntry) => void;
}

/** The screens found. The focus and the keys stay with the input. */
export function SearchResults({ id, found, marked, onMark, onOpen }: SearchResultsProps) {
  const { t } = useTranslation();
  return (
    <div id={`${id}-list`} className="search-results" role="listbox" aria-label={t('search.results')}>
      {found.map((entry, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input opens the marked one
        <div
          key={entry.path}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === marked}
          onPointerMove={() => onMark(at)}
          onClick={() => onOpen(entry)}
        >
          <span>{entry.title.join(' › ')}</span>
          <code>{entry.path}</code>
        </div>
      ))}
    </div>
  );
}
