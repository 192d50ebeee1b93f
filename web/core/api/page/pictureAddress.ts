import { type PictureSize, pictureUrl } from '@suyuan/contract/picture.ts';
import { apiOrigin } from './pageOrigins.ts';

/** The URL of a picture, which is served by the API. */
export const pictureAddress = (hash: string, size?: PictureSize): string => apiOrigin + pictureUrl(hash, size);

/** HTML of the API's server for use on another origin, with absolute URLs of pictures. */
export const withPictures = (html: string, origin = apiOrigin): string =>
  origin ? html.replaceAll(/(["'(])(?=\/pictures\/)/g, `$1${origin}`) : html;
