import { type PointerEvent, useEffect, useRef } from 'react';
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
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  // What is scrolled under a pointer at rest is not pointed at.
  const mark = (event: PointerEvent, at: number) => {
    if (event.movementX !== 0 || event.movementY !== 0) onMark(at);
  };
  return (
    <div ref={list} id={`${id}-list`} className="search-results" role="listbox" aria-label={t('search.results')}>
      {found.map((entry, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input opens the marked one
        <div
          key={entry.path}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === marked}
          onPointerMove={(event) => mark(event, at)}
          onClick={() => onOpen(entry)}
        >
          <span>{entry.title.join(' › ')}</span>
          <code>{entry.path}</code>
        </div>
      ))}
    </div>
  );
}
