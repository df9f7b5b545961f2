/** Number of characters around a payload that are searched for an explanation. */
const AROUND_CHARS = 400

/** Fewer words around it than this and the payload is the message. */
const PROSE_WORDS_MIN = 6

/** Maximum distance of a fence before a payload, so that many hits in a long text stay cheap. */
const FENCE_CHARS_MAX = 4_000

/** Words of discussion about attacks. */
const EXPLAINS =
  /\b(?:what(?:'s| is| are| does| would| happens)|why (?:is|does|do|are|would)|how (?:do|does|can|could|to|would|should)|explain\w{0,3}|describ\w{1,4}|examples?|e\.g\.|such as|for instance|vulnerab\w{1,6}|attack(?:er|ers|s)?|exploit\w{0,5}|payloads?|malicious|security|owasp|cwe-?\d{0,4}|cve-\d{4}|pentest\w{0,3}|saniti[sz]\w{1,5}|mitigat\w{1,4}|prevent\w{0,4}|protect\w{0,4}|defend\w{0,3}|unsafe|insecure|dangerous|test cases?|unit tests?|detect\w{0,4}|block(?:s|ed|ing)?|firewall|waf|scanner|code review|reviewed|flagged|warning|lesson|tutorial|write-?up|report(?:s|ed)?|advisory|incident|logs?|means?|called|known as|parameteri[sz]ed|escap(?:e|ed|es|ing)|validat\w{1,5}|injection|never (?:run|use|paste|type)|do(?:n't| not) (?:run|use|paste|type))\b/i

/** Words that ask for the payload to be used, here and now. */
const USES =
  /\b(?:(?:run|execute|submit|enter|paste|inject|render|open|visit|fetch|call|evaluate|send|type|try|use|do|perform|curl|load|display|output|print|return|follow|click)\s{1,3}(?:this|it|that|the following|these|them|exactly|now|below|for me|on (?:the|your)|in (?:the|your)|with (?:the|your))|(?:please|now|then|must|immediately)\s{1,3}(?:run|execute|submit|enter|paste|render|open|visit|fetch|call|evaluate|send|print|output)|my (?:name|username|password|e-?mail|address|comment|input|answer) is|set (?:my|the) \w{1,20} to|search(?: for)?:|log ?in (?:as|with))\b/i

/**
 * Whether a payload is mentioned rather than used: it is separate (in code marks, a fenced block or quotation marks) inside an explaining
 * text, and no instruction asks for its use. The signal can be forged, so it may lower a severity and must never clear a finding.
 */
export function isMention(text: string, start: number, end: number): boolean {
  if (!isQuoted(text, start, end)) return false
  const around = `${text.slice(Math.max(0, start - AROUND_CHARS), start)} ${text.slice(end, end + AROUND_CHARS)}`
  const words = around.match(/[a-z]{2,}(?:'[a-z]{1,2})?(?=[\s,.;:?!)]|$)/gi)?.length ?? 0
  return words >= PROSE_WORDS_MIN && EXPLAINS.test(around) && !USES.test(around)
}

/** In code marks, in a fence, or directly within quotation marks. */
export function isQuoted(text: string, start: number, end: number): boolean {
  return insideCode(text, start, end) || betweenQuotes(text, start, end)
}

/** Whether a range is in a fenced block or between code marks of one line, where Markdown renders nothing. */
export function insideCode(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - FENCE_CHARS_MAX), start)
  const fences = before.match(/(?:^|\n)\s{0,3}(?:```|~~~)/g)?.length ?? 0
  if (fences % 2 === 1) return true
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1)
  const lineEnd = text.indexOf('\n', end)
  const lineAfter = text.slice(end, Math.min(lineEnd === -1 ? text.length : lineEnd, end + AROUND_CHARS))
  const marks = lineBefore.split('`').length - 1
  const opensInside = text.charAt(start) === '`' && marks % 2 === 0 && text.slice(start + 1, end + 1).includes('`')
  return (marks % 2 === 1 && (lineAfter.includes('`') || text.slice(start, end).includes('`'))) || opensInside
}

function betweenQuotes(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 60), start)
  const after = text.slice(end, end + 120).split('\n', 1)[0] ?? ''
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const pairs: readonly (readonly [RegExp, RegExp])[] = [
    [/(?:^|[\s(:,])"[^"]{0,60}$/, /^[^"]{0,100}"/],
    [/(?:^|[\s(:,])'[^']{0,60}$/, /^[^']{0,100}'(?:[\s.,;:?!)]|$)/],
    [/[“«„][^”»]{0,60}$/, /^[^”»“]{0,100}[”»“]/],
    [/‘[^’]{0,60}$/, /^[^’]{0,100}’/],
  ]
  return (
    pairs.some(([open, close]) => open.test(line) && close.test(after)) ||
    /[?:]\s{0,3}(?:e\.g\.|for example|such as|like)\s{0,3}$/i.test(line)
  )
}
