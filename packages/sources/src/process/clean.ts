/** Program output may contain URLs with passwords, tokens and local paths. */
const URL_USER = /([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]{1,500}@/gi
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/g
const LINES_SHOWN = 3
const CHARS_SHOWN = 500

/**
 * Returns the last lines of an error output, safe to display.
 * @param secrets removed in plain and Base64 form
 * @param paths local paths, replaced by `…`
 */
export function cleaned(stderr: string, secrets: readonly string[], paths: readonly string[]): string {
  let text = stderr.replace(URL_USER, '$1***@').replace(CONTROL, ' ')
  for (const secret of secrets) {
    if (secret === '') continue
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
      text = text.replaceAll(form, '***')
    }
  }
  for (const path of paths) text = text.replaceAll(path, '…')
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.slice(-LINES_SHOWN).join(' ').slice(-CHARS_SHOWN)
}
