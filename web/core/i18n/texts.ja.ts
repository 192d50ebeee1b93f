import shared from '../../../contract/locales/ja.json';
import own from '../../locales/ja.json';

export default { ...shared, ...own } as Readonly<Record<string, string>>;
