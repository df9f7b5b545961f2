/** As git-check-ref-format(1) has it, and shorter. */
const REF =
  /^(?!.*(?:\.\.|\/\/|@\{|\.lock(?:\/|$)|\/\.))[^\u0000-\u0020\u007f~^:?*[\\\-/.][^\u0000-\u0020\u007f~^:?*[\\]{0,243}$/
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Returns whether a text is a valid branch or tag name. Names must not begin with a hyphen. */
export function isRef(text: string): boolean {
  return REF.test(text) && !/[/.]$/.test(text) && text !== '@'
}

/** Returns whether a text is a full commit id, of SHA-1 or SHA-256. */
export function isCommit(text: string): boolean {
  return COMMIT.test(text)
}
