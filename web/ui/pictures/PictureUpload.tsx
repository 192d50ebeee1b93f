import { DeleteOutlined, LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { pictureAdd } from '@suyuan/contract/base/picture.ts';
import { largestPicture } from '@suyuan/contract/picture.ts';
import { ConfigProvider, Image, Upload } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { pictureAddress } from '#core/api/page/pictureAddress.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { movedTo } from '#core/movedTo.ts';
import { notify } from '#core/notices/notices.ts';
import { Unsaved } from '../edit/unsavedScope.tsx';
import './pictureUpload.css';
import '../ui.css';

interface PictureUploadProps {
  readonly value?: readonly string[] | null;
  readonly onChange?: (hashes: readonly string[]) => void;
  readonly most: number;
  readonly id?: string;
}

/** Input for pictures by their hashes: uploads, previews and sorts them, by dragging or by keyboard. */
export function PictureUpload({ value, onChange, most, id }: PictureUploadProps) {
  const { t } = useTranslation();
  // In a read-only form.
  const { componentDisabled = false } = ConfigProvider.useConfig();
  const [source, setSource] = useState<number>();
  const hashes = value ?? [];
  const sending = useSending((newHashes) => onChange?.([...new Set([...hashes, ...newHashes])].slice(0, most)));
  const move = (from: number, to: number) => onChange?.(movedTo(hashes, from, to));
  return (
    <ul className="pictures">
      {sending.busy && (
        <li hidden>
          <Unsaved changed />
        </li>
      )}
      {hashes.map((hash, index) => (
        <li
          key={hash}
          className={source === index ? 'pictures-dragged' : ''}
          draggable={most > 1 && !componentDisabled}
          onDragStart={() => setSource(index)}
          onDragEnd={() => setSource(undefined)}
          onDragOver={(event) => source !== undefined && event.preventDefault()}
          onDrop={() => source !== undefined && move(source, index)}
        >
          <Image
            src={pictureAddress(hash, 'thumb')}
            alt={t('picture.nth', { n: index + 1 })}
            preview={{ src: pictureAddress(hash) }}
            width={104}
            height={104}
          />
          <Tools
            index={index}
            count={hashes.length}
            ordered={most > 1}
            onMove={(to) => move(index, to)}
            onRemove={() => onChange?.(hashes.filter((other) => other !== hash))}
          />
        </li>
      ))}
      {hashes.length < most && (
        <li>
          <AddPictures id={id} room={most - hashes.length} several={most > 1} sending={sending} />
        </li>
      )}
    </ul>
  );
}

/** Input for a single picture, or none. */
export function PictureInput({
  value,
  onChange,
  id,
}: {
  value?: unknown;
  onChange?: (value: unknown) => void;
  id?: string;
}) {
  return (
    <PictureUpload
      {...(id === undefined ? {} : { id })}
      most={1}
      value={typeof value === 'string' && value !== '' ? [value] : []}
      onChange={([hash]) => onChange?.(hash ?? null)}
    />
  );
}

interface ToolsProps {
  readonly index: number;
  readonly count: number;
  /** Whether the pictures can be sorted. */
  readonly ordered: boolean;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** The buttons of a picture; they make sorting possible by keyboard. */
function Tools({ index, count, ordered, onMove, onRemove }: ToolsProps) {
  const { t } = useTranslation();
  const { componentDisabled = false } = ConfigProvider.useConfig();
  return (
    <div className="pictures-tools">
      {ordered && (
        <Tool
          label={t('picture.earlier')}
          disabled={componentDisabled || index === 0}
          onClick={() => onMove(index - 1)}
        >
          <LeftOutlined aria-hidden />
        </Tool>
      )}
      {ordered && (
        <Tool
          label={t('picture.later')}
          disabled={componentDisabled || index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          <RightOutlined aria-hidden />
        </Tool>
      )}
      <Tool label={t('picture.remove')} disabled={componentDisabled} onClick={onRemove}>
        <DeleteOutlined aria-hidden />
      </Tool>
    </div>
  );
}

interface AddPicturesProps {
  readonly id: string | undefined;
  /** How many more pictures can be added. */
  readonly room: number;
  readonly several: boolean;
  readonly sending: ReturnType<typeof useSending>;
}

function AddPictures({ id, room, several, sending: { busy, send } }: AddPicturesProps) {
  const { t } = useTranslation();
  const { componentDisabled = false } = ConfigProvider.useConfig();
  return (
    <Upload
      {...(id === undefined ? {} : { id })}
      accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
      listType="picture-card"
      showUploadList={false}
      disabled={busy || componentDisabled}
      multiple={several}
      beforeUpload={(file, all) => {
        // antd calls this for every chosen file; all of them are sent at the first call.
        if (file === all[0]) void send(all.slice(0, room), all.length);
        return false;
      }}
    >
      <div>
        <PlusOutlined aria-hidden />
        <div>{busy ? t('picture.sending') : t('picture.add')}</div>
      </div>
    </Upload>
  );
}

interface ToolProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

const Tool = ({ label, disabled = false, onClick, children }: ToolProps) => (
  <button type="button" className="icon-button" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    {children}
  </button>
);

function useSending(callback: (hashes: readonly string[]) => void) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  /** Uploads the files one after the other, in the order chosen. */
  const send = async (files: readonly File[], count: number) => {
    const small = files.filter(({ size }) => size <= largestPicture);
    if (small.length < files.length) notify.error(t('picture.tooLarge'));
    if (files.length < count) notify.warning(t('picture.tooMany', { n: count - files.length }));
    setBusy(true);
    const newHashes: string[] = [];
    for (const file of small) {
      // `call` has shown the error.
      const answer = await call(pictureAdd, {}, { file, timeoutMs: 60_000 }).catch(() => undefined);
      if (answer) newHashes.push(answer.hash);
    }
    if (newHashes.length > 0) callback(newHashes);
    setBusy(false);
  };
  return { busy, send };
}
