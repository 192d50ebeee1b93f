import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { RouteRecord } from '../../navigation/routeRecord.ts';
import { type SearchEntry, searchEntries, searchIndex } from './searchIndex.ts';
import './search.css';

/** Finds a screen by its titles or its path, and goes there. */
export default function SearchDialog({ routes, onClose }: { routes: readonly RouteRecord[]; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState('');
  const [marked, setMarked] = useState(0);
  const entries = useMemo(() => searchEntries(routes, t), [routes, t]);
  const index = useMemo(() => searchIndex(entries), [entries]);
  const found = words.trim() === '' ? entries : index.search(words.trim()).map(({ item }) => item);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const open = (entry: SearchEntry | undefined) => {
    if (!entry) return;
    onClose();
    if (entry.external) window.open(entry.path, '_blank', 'noopener');
    else void navigate(entry.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(found[marked]);
    if (step === undefined) return;
    event.preventDefault();
    setMarked((marked + step + found.length) % found.length);
  };

  return (
    <dialog
      ref={dialog}
      className="search"
      aria-label={t('navbar.search')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[marked] ? `${id}-${marked}` : undefined}
        aria-autocomplete="list"
        aria-label={t('navbar.search')}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        value={words}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setWords(event.target.value);
          setMarked(0);
        }}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={t('search.results')}>
        {found.map((entry, at) => (
          <li
            key={entry.path}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === marked}
            onPointerMove={() => setMarked(at)}
            onClick={() => open(entry)}
          >
            <span>{entry.title.join(' › ')}</span>
            <code>{entry.path}</code>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="search-none" role="status">
          {t('search.none')}
        </p>
      )}
    </dialog>
  );
}
