import { expect, test } from 'vitest';
import { withPictures } from './pictureAddress.ts';

test('a page of the API, shown by another server, has its pictures from the API and its links as they are', () => {
  const page =
    '<img src="/pictures/ab.webp"><a href="/c?code=/pictures/x">x</a><p style="background:url(/pictures/c.webp)">';
  expect(withPictures(page, 'https://api.example')).toBe(
    '<img src="https://api.example/pictures/ab.webp"><a href="/c?code=/pictures/x">x</a><p style="background:url(https://api.example/pictures/c.webp)">',
  );
  expect(withPictures(page, '')).toBe(page);
});
