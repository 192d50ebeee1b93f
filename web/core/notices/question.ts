import { create } from 'zustand';

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  /** The answer that is highlighted and has the focus; confirming it, where it is not said. */
  readonly highlighted?: 'cancel';
  readonly answer: (confirmed: boolean) => void;
}

export const useQuestion = create<{ readonly question: Question | undefined }>()(() => ({ question: undefined }));

let asked: Promise<boolean> | undefined;

/** Asks with two buttons. While a question stands, whoever asks again gets its answer. */
export function ask(question: Omit<Question, 'answer'>): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    const answer = (confirmed: boolean) => {
      asked = undefined;
      useQuestion.setState({ question: undefined });
      resolve(confirmed);
    };
    useQuestion.setState({ question: { ...question, answer } });
  });
  return asked;
}
