import { copyText } from '#core/copyText.ts';

/** Shows the button that copies the code as printed, without the spaces it is displayed with. */
export function offerCopy(): void {
  const code = document.querySelector<HTMLElement>('code[data-code]');
  const button = document.querySelector<HTMLButtonElement>('.copy');
  const told = document.querySelector('.told');
  if (!code || !button || !told) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    copyText(code.dataset.code ?? '').then(
      () => {
        told.textContent = button.dataset.done ?? '';
        setTimeout(() => (told.textContent = ''), 2000);
      },
      // If copying fails, the code is selected, so that the person can copy it.
      () => getSelection()?.selectAllChildren(code),
    );
  });
}
