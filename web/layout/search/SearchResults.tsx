import { type PointerEvent, useEffect, useRef } from 'react';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { SearchGroup, SearchOption } from './options.ts';

interface SearchResultsProps {
  readonly id: string;
  readonly groups: readonly SearchGroup[];
  /** The index of the marked option among all options. */
  readonly marked: number;
  readonly onMark: (id: string) => void;
  readonly onOpen: (option: SearchOption) => void;
}

/** The options found, in groups. Focus and keyboard stay with the input. */
export function SearchResults({ id, groups, marked, onMark, onOpen }: SearchResultsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${marked}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, marked]);
  // Scrolling moves options under a resting pointer, which must not mark them.
  const mark = (event: PointerEvent, option: SearchOption) => {
    if (event.movementX !== 0 || event.movementY !== 0) onMark(option.id);
  };
  const titleOf = ({ kind }: SearchGroup) =>
    typeof kind === 'string' ? t(`search.group.${kind}`) : menuText(t, kind.list);
  let at = -1;
  return (
    <div ref={list} id={`${id}-list`} className="search-results" role="listbox" aria-label={t('search.results')}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
          <div id={`${id}-${group.key}`} className="search-group" role="presentation">
            {titleOf(group)}
          </div>
          {group.options.map((option) => {
            at += 1;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input opens the marked one
              <div
                key={option.id}
                id={`${id}-${at}`}
                className="search-option"
                role="option"
                tabIndex={-1}
                aria-selected={at === marked}
                onPointerMove={(event) => mark(event, option)}
                onClick={() => onOpen(option)}
              >
                <span>{option.title}</span>
                <code>{option.detail}</code>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
