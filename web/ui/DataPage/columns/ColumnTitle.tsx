import type { PointerEvent } from 'react';
import type { Field } from '../fields.ts';

interface ColumnTitleProps {
  readonly field: Field;
  readonly title: string;
  /** What the column means. */
  readonly about: string | undefined;
  /** Undefined resets the width. */
  readonly onResize: (width: number | undefined) => void;
  /** Another column was dropped on it. */
  readonly onDropped: (key: string) => void;
}

const dragType = 'text/x-suyuan-column';

/**
 * The title of a column. Dragging it onto another one moves the column there; dragging its edge resizes it. The column chooser
 * does both by the keyboard.
 */
export function ColumnTitle({ field, title, about, onResize, onDropped }: ColumnTitleProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chooser of columns does it by the keyboard */}
      <span
        draggable
        className="column-title"
        title={about}
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData(dragType, field.key);
          dataTransfer.effectAllowed = 'move';
        }}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
        }}
        onDrop={(event) => {
          event.preventDefault();
          onDropped(event.dataTransfer.getData(dragType));
        }}
      >
        {title}
      </span>
      <span
        className="column-grip"
        aria-hidden
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={() => onResize(undefined)}
        onPointerDown={(event) => drag(event, onResize)}
      />
    </>
  );
}

/** Moves only the edge with the pointer; the table is rendered once, when the edge is released. */
function drag(down: PointerEvent<HTMLElement>, onResize: (width: number) => void): void {
  const grip = down.currentTarget;
  const width = grip.closest('th, .ant-table-cell')?.getBoundingClientRect().width ?? 0;
  const moved = (event: { clientX: number }) => event.clientX - down.clientX;
  const abort = new AbortController();
  const { signal } = abort;
  grip.setPointerCapture(down.pointerId);
  grip.addEventListener(
    'pointermove',
    (event: globalThis.PointerEvent) => grip.style.setProperty('translate', `${moved(event)}px`),
    { signal },
  );
  const end = (event: globalThis.PointerEvent) => {
    abort.abort();
    grip.style.removeProperty('translate');
    if (event.type === 'pointerup' && Math.abs(moved(event)) > 2) onResize(width + moved(event));
  };
  grip.addEventListener('pointerup', end, { signal });
  grip.addEventListener('pointercancel', end, { signal });
}
