import sanitize from 'sanitize-html';

/**
 * HTML as the editor makes it, and nothing else: no scripts, no styles, no frames, no pictures from elsewhere. Links lead
 * to web pages, and say nothing of where they were clicked.
 */
export function cleanHtml(html: string): string {
  const clean = sanitize(html, {
    allowedTags: ['p', 'br', 'h2', 'h3', 'strong', 'em', 's', 'u', 'ul', 'ol', 'li', 'blockquote', 'hr', 'a'],
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 20,
    transformTags: {
      b: 'strong',
      i: 'em',
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { href, target: '_blank', rel: 'noopener noreferrer nofollow' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'a' && !attribs.href,
  }).trim();
  // What an emptied editor leaves is no text.
  return sanitize(clean, { allowedTags: ['hr'], allowedAttributes: {} }).trim() === '' ? '' : clean;
}
