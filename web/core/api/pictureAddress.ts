import { type PictureSize, pictureUrl } from '../../../contract/picture.ts';
import { apiOrigin } from './pageOrigins.ts';

/** Where the page gets a picture: from the server of the API. */
export const pictureAddress = (hash: string, size?: PictureSize): string => apiOrigin + pictureUrl(hash, size);
