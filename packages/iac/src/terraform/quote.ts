/** A text as code. */
export function quoted(text: string): string {
  return `"${escaped(text)}"`
}

/** Escapes a text for use between quotes. */
export function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replace(/([$%])\{/g, '$1$1{')
}
