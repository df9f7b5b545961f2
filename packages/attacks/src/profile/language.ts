/** Text that is read for the detection. Own limit: function words show a language within a few sentences. */
const UNITS_MAX = 8_000
/** Share of letters of another script from which a text is in a language of that script. Own limit: names and terms are often in Latin. */
const SCRIPT_SHARE_MIN = 0.3
/** Minimum weight of the function words of a language, and minimum factor above the second language. Own limits. */
const WEIGHT_MIN = 1.5
const LEAD_MIN = 1.4

/** Scripts of one language, or of one that nearly all texts in the script have. In this order: Japanese texts contain Han characters. */
const SCRIPTS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
]

/** Function words and greetings. A word of several languages counts for each of them with a share. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the and you your is are i can how what with for of to this that hello hi welcome help please sorry not my our we do thanks have be it about here today',
  de: 'der die das und sie ich ist sind kann können wie was mit für von zu nicht ein eine hallo guten tag willkommen bitte leider ihnen ihr ihre ihren mir uns wir auf den dem über bei zum zur gerne helfen dir dein haben danke auch',
  fr: 'le la les et vous je est sont peux puis comment avec pour de du des pas une bonjour bienvenue aider désolé votre vos nous sur dans que qui au aux merci moi mon plaît suis ce',
  es: 'el la los las y usted yo es son puedo cómo como con para de del no una hola bienvenido ayudar siento su sus nos en que por gracias mi buenos días ayudarle ayudarte soy qué lo le',
  it: 'il lo gli e lei io è sono posso come con per di del della non una ciao buongiorno benvenuto aiutare aiutarti aiutarla mi dispiace suo sua che nel sul grazie cosa questo ti un',
  pt: 'o a os as e você eu é são posso como com para de do da não uma olá bem-vindo ajudar ajudá-lo desculpe seu sua que no na em por obrigado meu sou isso um dia bom',
  nl: 'de het en u je ik is zijn kan hoe wat met voor van niet een hallo goedendag welkom helpen sorry uw jouw ons wij op dat te bedankt mijn naar ook waarmee graag',
  pl: 'i w nie na się jest są mogę jak co z do dla od to cześć witaj dzień dobry pomóc przepraszam twój proszę dziękuję mój jestem czym czy',
  tr: 've bir bu ne nasıl için ile size siz ben merhaba hoş geldiniz yardımcı olabilirim lütfen üzgünüm değil teşekkür var mı olarak',
  sv: 'och jag är du kan hur vad med för av inte en ett hej välkommen hjälpa tyvärr din ditt vi på det som till tack min har om dig',
  da: 'og jeg er du kan hvordan hvad med for af ikke en et hej velkommen hjælpe desværre din dit vi på det som til tak min har om dig',
  cs: 'a je se na jak co s pro ne to dobrý den ahoj vítejte pomoci mohu prosím děkuji váš vám jsem můžu omlouvám',
}
const LETTERS: Readonly<Record<string, RegExp>> = {
  de: /ß/g,
  es: /[¿¡ñ]/g,
  fr: /[çœèê]/g,
  pt: /[ãõ]/g,
  pl: /[łżśę]/g,
  tr: /[ğşı]/g,
  cs: /[řůě]/g,
  da: /[æø]/g,
}
/** Weight of a text's own letters at most: a name alone decides nothing. */
const LETTERS_WEIGHT_MAX = 1

const WEIGHTS = weightsOf(WORDS)

/**
 * Returns the language of texts as a BCP 47 primary subtag, or undefined when the texts are too short or ambiguous. The texts are data of a
 * target: the detection is linear in their first {@link UNITS_MAX} characters and depends on nothing else.
 */
export function detectLanguage(texts: readonly string[]): string | undefined {
  const text = texts
    .map((one) => one.slice(0, UNITS_MAX))
    .join('\n')
    .slice(0, UNITS_MAX)
    .toLowerCase()
    .normalize('NFC')
  const letters = countOf(text, /\p{L}/gu)
  if (letters === 0) return undefined
  for (const [language, script] of SCRIPTS) {
    if (countOf(text, script) >= letters * SCRIPT_SHARE_MIN) return language
  }
  const scores = new Map<string, number>()
  const add = (language: string, weight: number) => scores.set(language, (scores.get(language) ?? 0) + weight)
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)?/gu)) {
    for (const language of WEIGHTS.get(word) ?? []) add(language, 1 / (WEIGHTS.get(word)?.length ?? 1))
  }
  for (const [language, own] of Object.entries(LETTERS)) {
    const count = countOf(text, own)
    if (count > 0) add(language, Math.min(LETTERS_WEIGHT_MAX, count / 2))
  }
  const [first, second] = [...scores].toSorted(([, a], [, b]) => b - a)
  if (first === undefined || first[1] < WEIGHT_MIN || first[1] < (second?.[1] ?? 0) * LEAD_MIN) return undefined
  return first[0]
}

/** Returns whether a word is a function word of any of the languages. */
export function isFunctionWord(word: string): boolean {
  return WEIGHTS.has(word)
}

function countOf(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0
}

function weightsOf(words: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [language, list] of Object.entries(words)) {
    for (const word of new Set(list.split(' '))) found.set(word, [...(found.get(word) ?? []), language])
  }
  return found
}
