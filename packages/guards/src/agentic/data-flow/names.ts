/** Maximum length before the `@` according to RFC 5321. The search starts at the `@`, so that it is cheap for texts without addresses. */
const LOCAL_CHARS_MAX = 64
const LOCAL = /[\p{L}\p{N}._%+-]/u
const DOMAIN = /[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/uy
const LINK = /\b(?:https?|wss?|ftps?):\/\/[^\s"'<>\\^`{|}]{1,2048}/giu
/** Digits with single blanks or dashes between them: account, card and phone numbers in any grouping. */
const LONG_NUMBER = /\d(?:[ \-.]?\d){7,33}/g
/** Keys, tokens, identifiers: one class, matched completely. */
const IDENTIFIER = /[A-Za-z0-9_-]{16,256}/g

/** Hyphenated words are not identifiers; those with digits and letters are. */
const HAS_DIGIT = /\d/
const HAS_LETTER = /[A-Za-z]/

/** Yields unique names in normalized form: addresses, hosts and links without their query, long numbers, identifiers. */
export function* namesIn(text: string): Generator<string> {
  yield* emailsIn(text)
  for (const [link] of text.matchAll(LINK)) {
    const url = URL.parse(link.replace(/[.,;:!?)\]]{1,8}$/u, ''))
    if (url === null) continue
    yield `host ${url.hostname}`
    // A page of a shared host is a separate item.
    if (url.pathname.length > 1) yield `link ${url.hostname}${url.pathname}`.toLowerCase()
  }
  for (const [number] of text.matchAll(LONG_NUMBER)) yield `number ${number.replaceAll(/\D/g, '')}`
  for (const [identifier] of text.matchAll(IDENTIFIER)) {
    if (HAS_DIGIT.test(identifier) && HAS_LETTER.test(identifier)) yield `id ${identifier}`
  }
}

/** Returns the addresses in a text in lower case. */
export function emailsIn(text: string): readonly string[] {
  const emails: string[] = []
  const domain = new RegExp(DOMAIN)
  for (let sign = text.indexOf('@'); sign !== -1; sign = text.indexOf('@', sign + 1)) {
    let start = sign
    while (start > 0 && sign - start < LOCAL_CHARS_MAX && LOCAL.test(text[start - 1]!)) start -= 1
    if (start === sign) continue
    domain.lastIndex = sign + 1
    const [host] = domain.exec(text) ?? []
    if (host !== undefined) emails.push(`${text.slice(start, sign)}@${host}`.toLowerCase())
  }
  return emails
}
