/** Maximum length of one text in an answer. */
const TEXT_UNITS_MAX = 20_000
/** Of a whole answer. Assistants read no more at once. */
export const ANSWER_UNITS_MAX = 200_000

/**
 * Returns a value that is safe to show to an assistant. Invisible characters are replaced by their code points, so that a model receives
 * no text that its user cannot see; long texts are cut.
 */
export function visible<What>(value: What): What {
  const text = JSON.stringify(value, (_key, one: unknown) => (typeof one === 'string' ? visibleText(one) : one))
  return JSON.parse(text) as What
}

export function visibleText(text: string): string {
  const cut = text.length > TEXT_UNITS_MAX ? `${text.slice(0, TEXT_UNITS_MAX)}… [cut]` : text
  return (
    cut
      .toWellFormed()
      // Controls other than line ends and tabs, direction marks, tags, variation selectors. oxlint-disable-next-line no-control-regex
      .replaceAll(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\p{Variation_Selector}\u2800\u3164\u115f\u1160]/gu,
        (one) => (one === '\r' ? '' : `\\u{${one.codePointAt(0)!.toString(16)}}`),
      )
  )
}
