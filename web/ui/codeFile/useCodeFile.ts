import { useRef, useState } from 'react';
import type { FileColumns, Preview } from './FilePreview.tsx';

/** The timeout for uploading a file of millions of lines. */
export const sendingPatience = 30 * 60_000;

/** The preview needs only the beginning of a file, unless it is compressed. */
const beginning = 2 ** 18;
const isPacked = ({ name }: File): boolean => /\.(gz|xlsx)$/i.test(name);
const beginningOf = (file: File): File =>
  isPacked(file) ? file : new File([file.slice(0, beginning)], file.name, { type: file.type });

interface FileCalls<Part extends string> {
  /** Fetches the preview of a file, given its beginning. */
  preview(beginning: File): Promise<Preview<Part>>;
  /** Uploads a file and returns the id of its job; can be aborted. */
  send(file: File, columns: FileColumns<Part>, signal: AbortSignal): Promise<string>;
}

interface Chosen<Part extends string> {
  readonly file: File;
  readonly preview: Preview<Part>;
}

export interface CodeFile<Part extends string> {
  readonly chosen: Chosen<Part> | undefined;
  readonly busy: boolean;
  readonly job: string | undefined;
  readonly choose: (file: File) => Promise<void>;
  readonly send: (columns: FileColumns<Part>) => Promise<void>;
  readonly drop: () => void;
}

/** The states of a file of codes: chosen with a preview, uploading, and processed by a job. */
export function useCodeFile<Part extends string>(calls: FileCalls<Part>): CodeFile<Part> {
  const [chosen, setChosen] = useState<Chosen<Part>>();
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState<string>();
  const way = useRef<AbortController>(undefined);
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch {
      // `call` has shown the error.
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File) =>
    during(async () => {
      const preview = await calls.preview(beginningOf(file));
      setJob(undefined);
      setChosen({ file, preview });
    });
  const send = (columns: FileColumns<Part>) =>
    during(async () => {
      if (!chosen) return;
      way.current = new AbortController();
      setJob(await calls.send(chosen.file, columns, way.current.signal));
      setChosen(undefined);
    });
  const drop = () => {
    way.current?.abort();
    setChosen(undefined);
  };
  return { chosen, busy, job, choose, send, drop };
}
