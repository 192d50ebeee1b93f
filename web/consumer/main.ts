/**
 * Enhances the consumer page, which works without scripts: copying, camera, position, checking input and switching the
 * language.
 */

import { copyText } from '#core/copyText.ts';
import { offerCamera } from './camera.ts';
import { closeMenu, switchInPlace } from './language.ts';

/** Letters and digits (full-width ones are normalised), spaces and hyphens; or, for `carried`, the content of a symbol. */
const possible = /^[0-9a-z\s-]+$/i;
const carrierPrefix = /^(https?:\/\/|\(\d\d|\])/i;

function begin(): void {
  offerCopy();
  checkTyped();
  offerCamera();
  offerPosition();
  switchInPlace(begin);
}

begin();
closeMenu();

/** Shows the button that copies the code as printed, without the spaces it is displayed with. */
function offerCopy(): void {
  const code = document.querySelector<HTMLElement>('code[data-code]');
  const button = document.querySelector<HTMLButtonElement>('.copy');
  const notice = document.querySelector('.told');
  if (!code || !button || !notice) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    copyText(code.dataset.code ?? '').then(
      () => {
        notice.textContent = button.dataset.done ?? '';
        setTimeout(() => (notice.textContent = ''), 2000);
      },
      // If copying fails, the code is selected, so that the person can copy it.
      () => getSelection()?.selectAllChildren(code),
    );
  });
}

/**
 * Shows the button that adds the position of the phone to the reported place of purchase. The position is requested only when
 * the button is pressed.
 */
function offerPosition(): void {
  const button = document.querySelector<HTMLButtonElement>('.position');
  const form = button?.form;
  if (!button || !form || !('geolocation' in navigator) || !isSecureContext) return;
  button.hidden = false;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  button.addEventListener('click', () => {
    button.disabled = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        // Rounded before sending, because the server stores no more digits.
        field('latitude').value = coords.latitude.toFixed(2);
        field('longitude').value = coords.longitude.toFixed(2);
        button.textContent = button.dataset.done ?? '';
      },
      () => {
        button.textContent = button.dataset.failed ?? '';
        button.disabled = false;
      },
      { maximumAge: 600_000, timeout: 15_000 },
    );
  });
}

/** Reports a text that cannot be a code without sending it. */
function checkTyped(): void {
  const input = document.querySelector<HTMLInputElement>('#code');
  input?.addEventListener('input', () => input.setCustomValidity(''));
  input?.form?.addEventListener('submit', (event) => {
    const text = input.value.normalize('NFKC').trim();
    const valid = (possible.test(text) && /[0-9a-z]/i.test(text)) || carrierPrefix.test(text);
    input.setCustomValidity(valid ? '' : (input.dataset.invalid ?? ' '));
    if (input.reportValidity()) input.value = text;
    else event.preventDefault();
  });
}
