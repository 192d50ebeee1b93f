/** What a script adds to the consumer page, which does without it: copying, the camera, and switching the language. */
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
