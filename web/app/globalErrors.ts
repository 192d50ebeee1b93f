import { ApiError } from '#core/api/apiError.ts';
import { logError } from '#core/errorLog.ts';

/** Errors of calls were shown to the person, and cancelled calls are no errors. */
const isExpected = (reason: unknown): boolean =>
  reason instanceof ApiError || (reason instanceof DOMException && reason.name === 'AbortError');

/**
 * Browsers report it if an observed element is resized by a resize callback. They deliver it in the next frame, so nothing is
 * wrong.
 */
const isNoise = (message: string): boolean => message.startsWith('ResizeObserver loop');

/** Logs errors that no error boundary catches. */
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
