import { Unsaved } from '../edit/unsavedScope.tsx';
import { type FileParts, FilePreview } from './FilePreview.tsx';
import { FollowedJob } from './FollowedJob.tsx';
import type { CodeFile } from './useCodeFile.ts';

interface Props<Part extends string> {
  readonly file: CodeFile<Part>;
  readonly parts: FileParts<Part>;
  readonly sendText: string;
  /** Its job has come to its end. */
  readonly onEnded?: () => void;
}

/** A file of codes that was chosen: its first lines until it is sent, then how far its job is. */
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
