import { expect, test } from 'vitest';
import { cleanHtml } from './product-content.ts';

test('keeps what the editor produces', () => {
  const html = '<h2>口感</h2><p>绵柔 <strong>甘洌</strong>，<em>回味</em>悠长。</p><ul><li><p>一</p></li></ul><hr />';
  expect(cleanHtml(html)).toBe(html);
  expect(cleanHtml('<p><b>a</b><i>b</i></p>')).toBe('<p><strong>a</strong><em>b</em></p>');
});

test.each([
  ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
  ['<p onclick="alert(1)" style="position:fixed">x</p>', '<p>x</p>'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<svg><script>alert(1)</script></svg>', ''],
  ['<iframe src="https://evil.example"></iframe><p>x</p>', '<p>x</p>'],
  ['<p>x<a href="javascript:alert(1)">y</a></p>', '<p>x</p>'],
  ['<p>x<a href="//evil.example">y</a></p>', '<p>x</p>'],
  ['<p></p><p><br></p>', ''],
  ['&lt;script&gt;', '&lt;script&gt;'],
])('%s becomes %s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
});

test('links open in a new tab without a referrer', () => {
  expect(cleanHtml('<p><a href="https://a.example/?a=1&amp;b=2" onclick="x()">y</a></p>')).toBe(
    '<p><a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">y</a></p>',
  );
});
