import { pictureAdd } from '@suyuan/contract/base/picture.ts';
import type { Services } from '#platform/services.ts';

export default function servePictureAdd({ routes, pictures }: Services): void {
  routes.change(pictureAdd, async (_, { file }, change) => pictures.keep(await file.bytes(), change));
}
