import { find } from '@suyuan/contract/thing/found.ts';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Wedge } from '#core/keys/wedge.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { useRecent } from '#core/session/recent.ts';
import { textLimit } from '#ui/limits.ts';
import { useCodeAddress } from '../keys/useCodeAddress.ts';
import type { SearchOption } from './options.ts';
import { SearchResults } from './SearchResults.tsx';
import { useFindable } from './useFindable.ts';
import './search.css';

interface SearchDialogProps {
  readonly routes: readonly RouteRecord[];
  /** Opens the list of shortcuts. */
  readonly onHelp: () => void;
  readonly onClose: () => void;
}

/** Searches screens by title or path, records by name, number or code, and actions; opens the chosen one. */
export default function SearchDialog({ routes, onHelp, onClose }: SearchDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState('');
  const { recent, remember } = useRecent();
  const { groups, isFinding, hasFailed } = useFindable(routes, words.trim(), recent);
  const options = groups.flatMap((group) => group.options);
  const { marked, mark, step } = useMarked(options);
  const scanned = useScanned();

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const open = (option: SearchOption | undefined) => {
    if (!option) return;
    onClose();
    if (option.id !== 'code') remember(option);
    if (option.external) window.open(option.to, '_blank', 'noopener');
    else void navigate(option.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const code = scanned(event);
    if (code) {
      onClose();
      void navigate(code);
      return;
    }
    if (event.key === 'Enter') open(options[marked]);
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || options.length === 0) return;
    event.preventDefault();
    step(event.key === 'ArrowDown' ? 1 : -1);
  };

  return (
    <dialog
      ref={dialog}
      className="search"
      closedby="any"
      aria-label={t('navbar.search')}
      // A `close` event can arrive after the dialog was opened again.
      onClose={() => dialog.current?.open || onClose()}
    >
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={options[marked] ? `${id}-${marked}` : undefined}
        aria-autocomplete="list"
        aria-label={t('navbar.search')}
        aria-busy={isFinding}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        {...textLimit(find, 'words')}
        value={words}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setWords(event.target.value);
          mark(undefined);
        }}
      />
      <SearchResults id={id} groups={groups} marked={marked} onMark={mark} onOpen={open} />
      <SearchStatus isEmpty={options.length === 0} isFinding={isFinding} hasFailed={hasFailed} />
      <SearchKeys
        onHelp={() => {
          onClose();
          onHelp();
        }}
      />
    </dialog>
  );
}

interface SearchStatusProps {
  readonly isEmpty: boolean;
  readonly isFinding: boolean;
  readonly hasFailed: boolean;
}

/** Says that nothing was found, that the search is running, or that it failed. */
function SearchStatus({ isEmpty, isFinding, hasFailed }: SearchStatusProps) {
  const { t } = useTranslation();
  return (
    <>
      {isEmpty && (
        <p className="search-none" role="status">
          {t(isFinding ? 'search.finding' : 'search.none')}
        </p>
      )}
      {hasFailed && (
        <p className="search-none" role="alert">
          {t('search.failed')}
        </p>
      )}
    </>
  );
}

/** The keys of the dialog, and a link to the list of shortcuts. */
function SearchKeys({ onHelp }: { readonly onHelp: () => void }) {
  const { t } = useTranslation();
  return (
    <p className="search-keys">
      <kbd>↑</kbd>
      <kbd>↓</kbd> {t('search.keys.choose')}
      <kbd>↵</kbd> {t('search.keys.open')}
      <kbd>Esc</kbd> {t('search.keys.close')}
      <button type="button" onClick={onHelp}>
        <kbd>?</kbd> {t('shortcuts.title')}
      </button>
    </p>
  );
}

/** The marked option: the one chosen by keys or pointer, or the first one if that is no longer there. */
function useMarked(options: readonly SearchOption[]) {
  const [selectedId, mark] = useState<string>();
  const index = Math.max(
    0,
    options.findIndex(({ id }) => id === selectedId),
  );
  const step = (by: 1 | -1) => mark(options[(index + by + options.length) % options.length]?.id);
  return { marked: index, mark, step };
}

/** Returns a handler for key presses, which returns the path for a code that a keyboard-wedge scanner has typed. */
function useScanned(): (event: KeyboardEvent) => string | undefined {
  const addressOf = useCodeAddress();
  const wedge = useRef(new Wedge());
  return ({ key, timeStamp }) => {
    const code = wedge.current.press(key, timeStamp);
    return code === undefined ? undefined : addressOf(code);
  };
}
