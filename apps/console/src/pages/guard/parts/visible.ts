/** Invisible characters and those that change the reading order, except spaces, tabs, and line ends. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu
const PLAIN = new Set(['\n', '\t'])

/** Makes hidden characters visible, as `\u{202E}`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (item) =>
    PLAIN.has(item) ? item : `\\u{${item.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}}`,
  )
}

/** Formats a JSON value with indentation and visible characters. */
export function visibleJson(value: unknown): string {
  return visible(JSON.stringify(value, null, 2) ?? 'undefined')
}
