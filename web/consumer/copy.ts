/** Shows the button that copies the code as it is printed, without the spaces it is shown with. */
export function offerCopy(): void {
  const code = document.querySelector<HTMLElement>('code[data-code]');
  const button = document.querySelector<HTMLButtonElement>('.copy');
  const told = document.querySelector('.told');
  if (!code || !button || !told) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    copy(code.dataset.code ?? '').then(
      () => {
        told.textContent = button.dataset.done ?? '';
        setTimeout(() => (told.textContent = ''), 2000);
      },
      // Selected, it is two touches away from being copied.
      () => getSelection()?.selectAllChildren(code),
    );
  });
}

/** On plain http, and in the browsers inside some apps, there is no clipboard but the old command. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.style.cssText = 'position:fixed;opacity:0';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) throw new Error('not copied');
}
