import { useEffect, useId, useRef } from 'react';
import { type Question, useQuestion } from './question.ts';
import './notices.css';

/** The current question in a native modal dialog, which traps the focus and closes with Escape. */
export function QuestionDialog() {
  const question = useQuestion((state) => state.question);
  return question && <Open question={question} />;
}

function Open({ question: { title, text, confirm, cancel, highlighted, answer } }: { question: Question }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const solidButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const agree = { text: confirm, isAgreed: true };
  const refuse = { text: cancel, isAgreed: false };
  const [plain, solid] = highlighted === 'cancel' ? [agree, refuse] : [refuse, agree];
  useEffect(() => {
    const element = dialog.current;
    // Delayed: the key press of Escape that led to the question would close it, too.
    const opening = setTimeout(() => {
      element?.showModal();
      if (highlighted === 'cancel') solidButton.current?.focus();
    });
    return () => {
      clearTimeout(opening);
      element?.close();
    };
  }, [highlighted]);
  return (
    <dialog
      ref={dialog}
      className="question"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <div className="question-buttons">
        <button type="button" className="plain-button" onClick={() => answer(plain.isAgreed)}>
          {plain.text}
        </button>
        <button ref={solidButton} type="button" className="solid-button" onClick={() => answer(solid.isAgreed)}>
          {solid.text}
        </button>
      </div>
    </dialog>
  );
}
