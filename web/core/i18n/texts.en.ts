import shared from '../../../contract/locales/en.json';
import own from '../../locales/en.json';

export default { ...shared, ...own } as Readonly<Record<string, string>>;
