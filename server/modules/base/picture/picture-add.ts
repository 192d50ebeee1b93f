import { pictureAdd } from '../../../../contract/base/picture.ts';
import { fileOf } from '../../../platform/imports/file-upload.ts';
import type { Services } from '../../../platform/services.ts';

export function servePictureAdd({ routes, pictures }: Services): void {
  routes.change(pictureAdd, async (_, { request }, change) => pictures.keep(await fileOf(request), change));
}
