import { useRef, useState } from 'react';
import type { FileColumns, Preview } from './FilePreview.tsx';

/** Some millions of lines take minutes to send. */
export const sendingPatience = 30 * 60_000;

/** What is shown of a file is in its first bytes, unless it is packed. */
const beginning = 2 ** 18;
const isPacked = ({ name }: File): boolean => /\.(gz|xlsx)$/i.test(name);
const beginningOf = (file: File): File =>
  isPacked(file) ? file : new File([file.slice(0, beginning)], file.name, { type: file.type });

interface FileCalls<Part extends string> {
  /** Asks for the first lines of a file, or of its beginning. */
  preview(beginning: File): Promise<Preview<Part>>;
  /** Sends a file and answers its job, unless it is dropped on its way. */
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

/** A file of codes on its way: chosen and looked at, sent, and its job. */
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
      // The person was told.
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
