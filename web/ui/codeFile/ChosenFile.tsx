import { Unsaved } from '../edit/unsavedScope.tsx';
import { type FileParts, FilePreview } from './FilePreview.tsx';
import { FollowedJob } from './FollowedJob.tsx';
import type { CodeFile } from './useCodeFile.ts';

interface Props<Part extends string> {
  readonly file: CodeFile<Part>;
  readonly parts: FileParts<Part>;
  readonly sendText: string;
  /** The job of the file has ended. */
  readonly onEnded?: () => void;
}

/** A chosen file of codes: its preview until it is sent, then the progress of its job. */
export function ChosenFile<Part extends string>({ file, parts, sendText, onEnded }: Props<Part>) {
  const { chosen, busy, job, send, drop } = file;
  return (
    <>
      <Unsaved changed={chosen !== undefined} />
      {chosen && (
        <FilePreview
          key={`${chosen.file.name} ${chosen.file.lastModified}`}
          name={chosen.file.name}
          preview={chosen.preview}
          parts={parts}
          sending={busy}
          sendText={sendText}
          onSend={(columns) => void send(columns)}
          onCancel={drop}
        />
      )}
      {job && <FollowedJob job={job} {...(onEnded ? { onEnded } : {})} />}
    </>
  );
}
