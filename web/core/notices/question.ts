import { create } from 'zustand';

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  /** The button that is highlighted and has the focus; the confirming one by default. */
  readonly highlighted?: 'cancel';
  readonly answer: (confirmed: boolean) => void;
}

export const useQuestion = create<{ readonly question: Question | undefined }>()(() => ({ question: undefined }));

let pending: Promise<boolean> | undefined;

/** Asks a question with two buttons. While one is open, further calls resolve to its answer. */
export function ask(question: Omit<Question, 'answer'>): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    const answer = (confirmed: boolean) => {
      pending = undefined;
      useQuestion.setState({ question: undefined });
      resolve(confirmed);
    };
    useQuestion.setState({ question: { ...question, answer } });
  });
  return pending;
}
