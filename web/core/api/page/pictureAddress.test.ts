import { expect, test } from 'vitest';
import { withPictures } from './pictureAddress.ts';

test('makes URLs of pictures absolute on another origin, and leaves links as they are', () => {
  const page =
    '<img src="/pictures/ab.webp"><a href="/c?code=/pictures/x">x</a><p style="background:url(/pictures/c.webp)">';
  expect(withPictures(page, 'https://api.example')).toBe(
    '<img src="https://api.example/pictures/ab.webp"><a href="/c?code=/pictures/x">x</a><p style="background:url(https://api.example/pictures/c.webp)">',
  );
  expect(withPictures(page, '')).toBe(page);
});
