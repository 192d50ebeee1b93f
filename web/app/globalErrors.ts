import { ApiError } from '../core/api/apiError.ts';
import { logError } from '../core/errorlog/errorLog.ts';

/** A refused call was told to the person already, and a cancelled one is nobody's error. */
const isExpected = (reason: unknown): boolean =>
  reason instanceof ApiError || (reason instanceof DOMException && reason.name === 'AbortError');

/**
 * Browsers report by an error that a size which was observed changed while it was being told of. It is told of in the next
 * frame: nothing went wrong.
 */
const isNoise = (message: string): boolean => message.startsWith('ResizeObserver loop');

/** Takes errors that no boundary sees into the error log. */
export function catchGlobalErrors(): void {
  window.addEventListener('error', (event) => {
    if (isNoise(event.message)) event.preventDefault();
    else logError(event.error ?? event.message, 'window.onerror');
  });
  window.addEventListener('unhandledrejection', (event) => {
    if (isExpected(event.reason)) event.preventDefault();
    else logError(event.reason, 'unhandledrejection');
  });
}
