import { contact } from '@suyuan/contract/handheld/handheld.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { lengthOf } from '#ui/limits.ts';
import { deviceName, nameDevice } from '../calls/device-facts.ts';
import { deviceId } from '../storage/database.ts';

/** The name and number by which the console lists this handheld; people write it on it. */
export function DeviceName() {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [no, setNo] = useState('');
  const [isNaming, setNaming] = useState(false);
  useEffect(() => {
    void deviceName().then((known) => setName(known ?? ''));
    void deviceId().then((id) => setNo(id.slice(0, 8).toUpperCase()));
  }, []);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('name')).trim();
    await nameDevice(given);
    setName(given);
    setNaming(false);
  };
  if (!isNaming)
    return (
      <button type="button" className="wide" onClick={() => setNaming(true)}>
        {t('handheld.device', { name: name ? `${name} (${no})` : no })}
      </button>
    );
  return (
    <form onSubmit={save}>
      <label>
        {t('handheld.deviceName')}
        <input name="name" {...lengthOf(contact.input.properties.name)} defaultValue={name} />
      </label>
      <button type="submit" className="wide wide-main">
        {t('handheld.save')}
      </button>
    </form>
  );
}
