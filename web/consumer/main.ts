/**
 * Enhances the consumer page, which works without scripts: copying, camera, position, checking input and switching the
 * language.
 */
import { offerCamera } from './camera.ts';
import { offerCopy } from './copy.ts';
import { closeMenu, switchInPlace } from './language.ts';
import { offerPosition } from './position.ts';
import { checkTyped } from './typed.ts';

function begin(): void {
  offerCopy();
  checkTyped();
  offerCamera();
  offerPosition();
  switchInPlace(begin);
}

begin();
closeMenu();
