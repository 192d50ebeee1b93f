import { type PictureSize, pictureUrl } from '../../../../contract/picture.ts';
import { apiOrigin } from './pageOrigins.ts';

/** Where the page gets a picture: from the server of the API. */
export const pictureAddress = (hash: string, size?: PictureSize): string => apiOrigin + pictureUrl(hash, size);

/** A page as the server of the API wrote it, for a document of another server: with its pictures from there. */
export const withPictures = (html: string, origin = apiOrigin): string =>
  origin ? html.replaceAll(/(["'(])(?=\/pictures\/)/g, `$1${origin}`) : html;
