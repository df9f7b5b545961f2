import { foldAccents } from '../words/vocabulary.ts'
import { QUOTATION } from './signs.ts'

/** Every quotation of a text, also between single quotation marks. Scripts without spaces need half the characters. */
const QUOTATIONS = new RegExp(
  `${QUOTATION.source}|["“「『](?=[^"”」』\\n]{0,40}[\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af])[^"”」』\\n]{5,300}["”」』]|(?<![\\p{L}\\p{N}])['‘](?=[^'’\\n]{8})(?:[^'’\\n]|['’](?=\\p{L})){8,300}['’](?!\\p{L})`,
  'gu',
)

/** Maximum distance of words about a quotation. */
const ABOUT_CHARS = 70

/** Words that make a quotation the subject, before or right after it. */
const ABOUT_BEFORE =
  /\b(?:classif\w*|translat\w*|example\w*|mean\w*|detect\w*|explain\w*|analy[sz]\w*|rate|label|judge|check|harmless|attack|message|sentence|phrase|text|prompt|line|subject|title|input|says?|said|wrote|writes?|called|asks?|asked|sent|contains?|words?|string|titled|such as|like|whether|if|is)\b[^.!?\n]{0,40}$/iu
const ABOUT_AFTER =
  /^[\s,.:;)]{0,4}(?:is|are|was|mean|means|an? (?:attack|example|injection)|as (?:an? )?|in (?:german|french|spanish|english)|why|what does|harmful|malicious|or (?:not|harmless))\b/iu

/** Tasks on a quoted text: translate, rewrite, correct, explain. English, then other languages. */
const WORK =
  'rewrit|rephras|reword|paraphras|proofread|correct(?! answer)|shorten|summari[sz]|soften|polish|edit\\b|more polite|politely|[uü]bersetz|' +
  'formulier|umformulier|korrigier|umschreib|höflich|k[uü]rz|verbesser|zusammenfass|bedeutet|heißt|tradui|reformul|corrig|r[eé][eé]cri|' +
  'raccourci|r[eé]sum|signifi|veut dire|traduc|traduz|reescrib|reescrev|corrij|mejora|melhor[ae]|quiere decir|quer dizer|riscriv|' +
  'riformul|corregg|riassum|vuol dire|vertaal|herschrijf|herformuleer|verbeter|corrigeer|betekent|översätt|skriv om|formulera om|betyder|' +
  'przetłumacz|przeredaguj|popraw|sparafrazuj|zredaguj|znaczy|přelož|přeformuluj|oprav|přepiš|znamená|перевед|перепиш|переформулир|' +
  'исправ|означа|значит|переклад|переформулю|виправ|çevir|yeniden yaz|düzelt|anlam[ıa]|ne demek|dịch|viết lại|sửa|' +
  'nghĩa|terjemah|perhalus|tulis ulang|perbaiki|artinya|ترجم|أعد صياغة|صحح|لخص|معنى|अनुवाद|दोबारा लिख|सुधार|' +
  'मतलब'
const WORK_UNSPACED = '翻訳|訳し|書き直|言い換え|添削|翻译|翻譯|改写|改寫|润色|修改|번역|다듬|고쳐'
/** A rendering of the text may have lost its accents. */
const WORKS_ON_BEFORE = new RegExp(
  `(?:(?<!\\p{L})(?:${WORK}|${foldAccents(WORK)})|${WORK_UNSPACED})[^.!?。！？\\n]{0,48}$`,
  'iu',
)
const WORKS_ON_AFTER =
  /^[^.!?。！？\n]{0,16}(?:訳|言い換え|書き直|書き換え|添削|丁寧|意味|번역|고쳐|다듬|바꿔|뜻|의미|翻译|翻譯|改写|改寫|润色|意思|अनुवाद|मतलब|सुधार|çevir|düzelt|ne demek|anlama)/iu
/** Requests to execute a quotation, in other languages than English. */
const CARRIED_OUT_ABROAD =
  /(?<!\p{L})(?:führ\p{L}* .{0,24}aus|befolg|ex[eé]cut|esegu|ejecut|cumple|obedec|ob[eé][iy]|ubbidi|obbedi|voer .{0,24}uit|uitvoer|gehoorza|utför|lyd\b|wykonaj|zastosuj się|proveď|vykonej|poslechni|выполни|исполни|подчин|викона|uygula|yerine getir|thực hiện|làm theo|jalankan|laksanakan|ikuti|patuhi|نفذ|نفّذ|أطع|पालन|अमल)|実行|従って|従え|执行|執行|照做|遵守|실행|따르|따라/iu

/** A string in a program: an argument, a comparison. */
const IN_CODE_BEFORE =
  /(?:\w\.?(?:includes|test|match|search|contains|indexof|startswith|endswith|find|has|assert\w*|expect|equals?|it|describe)\(|[!=]==?|\bin) ?$/iu

/** "… then do what it says": executes the quotation. */
const CARRIED_OUT =
  /\b(?:then|and|now|next|finally|afterwards)\b,? (?:please |also |simply |just )?(?:do|follow|obey|execute|perform|carry out|act (?:up)?on|comply with|fulfil\w*|implement)\b (?:exactly |precisely )?(?:what(?:ever)? (?:it|that|this|he|she|they)\b|(?:it|that|this|them|these|those)\b(?! (?:is|was)\b)|(?:the|its|his|her|their|that|this) (?:\w+ )?(?:message|instructions?|orders?|commands?|quote\w*|sentence|text|request|content)\b)|\b(?:then|and|now) (?:please )?carry (?:it|that|them|this) out\b/iu

/** Returns whether a text requests to follow an instruction that it quotes. */
export function executesQuotation(text: string): boolean {
  const own = text.replaceAll(QUOTATIONS, ' ')
  return CARRIED_OUT.test(own) || CARRIED_OUT_ABROAD.test(own)
}

/** Returns the text without discussed quotations, unless the text requests to execute them. */
export function withoutQuotations(text: string): string {
  const own = text.replaceAll(QUOTATIONS, (quotation, at: number) =>
    counts(quotation) && isReported(text, at, at + quotation.length) ? ' ' : quotation,
  )
  return own !== text && executesQuotation(text) ? text : own
}

const SINGLE = /^['‘]/
const NAMES_AN_ATTACK = /\b(?:ignor|disregard|forget|bypass|overrid|neglect)\p{L}*/iu

/**
 * Returns whether a quotation counts. Single quotation marks also surround plain words, often the target of an attack, so that only a
 * quoted attack is a mention.
 */
function counts(quotation: string): boolean {
  return !SINGLE.test(quotation) || NAMES_AN_ATTACK.test(quotation)
}

function isReported(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - ABOUT_CHARS), start)
  return (
    [ABOUT_BEFORE, IN_CODE_BEFORE, WORKS_ON_BEFORE].some((pattern) => pattern.test(before)) ||
    [ABOUT_AFTER, WORKS_ON_AFTER].some((pattern) => pattern.test(text.slice(end, end + ABOUT_CHARS)))
  )
}
