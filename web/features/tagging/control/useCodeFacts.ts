import { type CodeFacts, codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#core/api/call.ts';

/** The codes to look up: a list, or a range of an order. */
export type CodeQuestion =
  | { readonly codes: readonly string[] }
  | { readonly order_id: number; readonly from: number; readonly to: number };

/** The number of codes per call. Longer lists take several calls, so that progress is visible and the server is not blocked. */
const batch = 10_000;

export const sizeOf = (question: CodeQuestion): number =>
  'codes' in question ? question.codes.length : question.to - question.from + 1;

/**
 * Keys for the query cache: comparing a hundred thousand codes at each render would be slow, so each question object gets a
 * number.
 */
const keys = new WeakMap<CodeQuestion, number>();
let questions = 0;

function keyOf(question: CodeQuestion): number {
  const key = keys.get(question) ?? ++questions;
  keys.set(question, key);
  return key;
}

/** The next batch of a question, after `offset` codes. */
function partOf(question: CodeQuestion, offset: number) {
  if ('codes' in question) return { codes: question.codes.slice(offset, offset + batch) };
  const { order_id, from, to } = question;
  return { order_id, from: from + offset, to: Math.min(to, from + offset + batch - 1) };
}

/** Looks up codes and reports the progress. Questions are compared by identity. */
export function useCodeFacts(question: CodeQuestion | undefined) {
  const [offset, setOffset] = useState(0);
  const size = question ? sizeOf(question) : 0;
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: [codesQuery.path, question && keyOf(question)],
    queryFn: async ({ signal }) => {
      const facts: CodeFacts[] = [];
      setOffset(0);
      while (question && facts.length < size) {
        facts.push(...(await call(codesQuery, partOf(question, facts.length), { signal, timeoutMs: 60_000 })));
        setOffset(facts.length);
      }
      return facts;
    },
    enabled: size > 0,
    retry: false,
  });
  return { facts: data, isFetching, error, refetch, share: size > 0 ? offset / size : 0 };
}
