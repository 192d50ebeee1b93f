import sanitize from 'sanitize-html';

/**
 * Sanitises HTML down to what the editor makes: no scripts, styles, frames or foreign pictures. Links send no referrer.
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
  // An emptied editor leaves tags without text.
  return sanitize(clean, { allowedTags: ['hr'], allowedAttributes: {} }).trim() === '' ? '' : clean;
}
