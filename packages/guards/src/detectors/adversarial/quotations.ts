import { QUOTATION } from './signs.ts'

/** Every quotation of a text, also between single quotation marks. */
const QUOTATIONS = new RegExp(
  `${QUOTATION.source}|(?<![\\p{L}\\p{N}])['‘](?=[^'’\\n]{8})(?:[^'’\\n]|['’](?=\\p{L})){8,300}['’](?!\\p{L})`,
  'gu',
)

/** How far from a quotation the words about it may stand. */
const ABOUT_CHARS = 70

/** Words that make a quotation the thing that is spoken of: before it, or right after it. */
const ABOUT_BEFORE =
  /\b(?:classif\w*|translat\w*|example\w*|mean\w*|detect\w*|explain\w*|analy[sz]\w*|rate|label|judge|check|harmless|attack|message|sentence|phrase|text|prompt|line|subject|title|input|says?|said|wrote|writes?|called|asks?|asked|sent|contains?|words?|string|titled|such as|like|whether|if|is)\b[^.!?\n]{0,40}$/iu
const ABOUT_AFTER =
  /^[\s,.:;)]{0,4}(?:is|are|was|mean|means|an? (?:attack|example|injection)|as (?:an? )?|in (?:german|french|spanish|english)|why|what does|harmful|malicious|or (?:not|harmless))\b/iu

/** A string in a program: an argument, a comparison. */
const IN_CODE_BEFORE =
  /(?:\w\.?(?:includes|test|match|search|contains|indexof|startswith|endswith|find|has|assert\w*|expect|equals?|it|describe)\(|[!=]==?|\bin) ?$/iu

/** "… then do what it says": the quotation is an instruction. */
const CARRIED_OUT =
  /\b(?:then|and|now|next|finally|afterwards)\b,? (?:please |also |simply |just )?(?:do|follow|obey|execute|perform|carry out|act (?:up)?on|comply with|fulfil\w*|implement)\b (?:exactly |precisely )?(?:what(?:ever)? (?:it|that|this|he|she|they)\b|(?:it|that|this|them|these|those)\b(?! (?:is|was)\b)|(?:the|its|his|her|their|that|this) (?:\w+ )?(?:message|instructions?|orders?|commands?|quote\w*|sentence|text|request|content)\b)|\b(?:then|and|now) (?:please )?carry (?:it|that|them|this) out\b/iu

/** Whether a text asks to follow an instruction that it quotes. */
export function carriesOutQuotation(text: string): boolean {
  return CARRIED_OUT.test(text.replaceAll(QUOTATIONS, ' '))
}

/** The text without the quotations that it speaks of: quoting an attack is not one, unless the text asks to carry it out. */
export function withoutQuotations(text: string): string {
  const own = text.replaceAll(QUOTATIONS, (quotation, at: number) =>
    counts(quotation) && isSpokenOf(text, at, at + quotation.length) ? ' ' : quotation,
  )
  return own !== text && carriesOutQuotation(text) ? text : own
}

const SINGLE = /^['‘]/
const NAMES_AN_ATTACK = /\b(?:ignor|disregard|forget|bypass|overrid|neglect)\p{L}*/iu

/** Single quotation marks also surround plain words, often what an attack wants to read: only a quoted attack is a mention. */
function counts(quotation: string): boolean {
  return !SINGLE.test(quotation) || NAMES_AN_ATTACK.test(quotation)
}

function isSpokenOf(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - ABOUT_CHARS), start)
  return (
    ABOUT_BEFORE.test(before) || IN_CODE_BEFORE.test(before) || ABOUT_AFTER.test(text.slice(end, end + ABOUT_CHARS))
  )
}
