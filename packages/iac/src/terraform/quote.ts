/** A text as code. */
export function quoted(text: string): string {
  return `"${escaped(text)}"`
}

/** A text as it stands between quotes. */
export function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replace(/([$%])\{/g, '$1$1{')
}
