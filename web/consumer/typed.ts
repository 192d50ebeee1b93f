/** Letters and digits (full-width ones are normalised), spaces and hyphens; or, for `carried`, the content of a symbol. */
const possible = /^[0-9a-z\s-]+$/i;
const carried = /^(https?:\/\/|\(\d\d|\])/i;

/** Reports a text that cannot be a code without sending it. */
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
