import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { RouteRecord } from '../../core/navigation/routeRecord.ts';
import { SearchResults } from './SearchResults.tsx';
import { type SearchEntry, searchEntries, searchIndex } from './searchIndex.ts';
import './search.css';
import { routeText } from '../../core/i18n/menuText.ts';

/** Finds a screen by its titles or its path, and goes there. */
export default function SearchDialog({ routes, onClose }: { routes: readonly RouteRecord[]; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState('');
  const [marked, setMarked] = useState(0);
  const entries = useMemo(() => searchEntries(routes, (title) => routeText(t, title)), [routes, t]);
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
      closedby="any"
      aria-label={t('navbar.search')}
      // The word of a closing can come when it is open again.
      onClose={() => dialog.current?.open || onClose()}
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
      <SearchResults id={id} found={found} marked={marked} onMark={setMarked} onOpen={open} />
      {found.length === 0 && (
        <p className="search-none" role="status">
          {t('search.none')}
        </p>
      )}
    </dialog>
  );
}
