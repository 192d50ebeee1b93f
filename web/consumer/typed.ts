/** Letters and digits, also as a Chinese keyboard writes them, spaces and hyphens; or what a symbol carries. */
const possible = /^[0-9a-z\s-]+$/i;
const carried = /^(https?:\/\/|\(\d\d|\])/i;

/** Says at once that a text can be no code, rather than sending it. */
export function checkTyped(): void {
  const input = document.querySelector<HTMLInputElement>('#code');
  input?.addEventListener('input', () => input.setCustomValidity(''));
  input?.form?.addEventListener('submit', (event) => {
    const text = input.value.normalize('NFKC').trim();
    const valid = (possible.test(text) && /[0-9a-z]/i.test(text)) || carried.test(text);
    input.setCustomValidity(valid ? '' : (input.dataset.invalid ?? ' '));
    if (input.reportValidity()) input.value = text;
    else event.preventDefault();
  });
}
