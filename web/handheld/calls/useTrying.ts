import { useState } from 'react';
import { CallFailure } from './call.ts';

/** Does work that makes calls; `problem` is why the last one was refused, empty if it was not. */
export function useTrying() {
  const [problem, setProblem] = useState('');
  const trying = async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem('');
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setProblem(error.message);
    }
  };
  return { problem, trying };
}
