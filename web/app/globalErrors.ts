import { ApiError } from '../core/api/apiError.ts';
import { logError } from '../core/errorlog/errorLog.ts';

/** A refused call was told to the person already, and a cancelled one is nobody's error. */
const isExpected = (reason: unknown): boolean =>
  reason instanceof ApiError || (reason instanceof DOMException && reason.name === 'AbortError');

/** Takes errors that no boundary sees into the error log. */
export function catchGlobalErrors(): void {
  window.addEventListener('error', ({ error, message }) => logError(error ?? message, 'window.onerror'));
  window.addEventListener('unhandledrejection', (event) => {
    if (isExpected(event.reason)) event.preventDefault();
    else logError(event.reason, 'unhandledrejection');
  });
}
