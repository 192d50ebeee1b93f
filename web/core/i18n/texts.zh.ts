import shared from '../../../contract/locales/zh.json';
import own from '../../locales/zh.json';

export default { ...shared, ...own } as Readonly<Record<string, string>>;
