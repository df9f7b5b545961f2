import { givenNameStrength } from './given-names.ts'
import { isActing } from './person-cues.ts'

const SENTENCE_START = /(?:^|[.!?…:\n。！？¿¡"«„“(-]\s{0,3})$/u
const BEFORE_CHARS = 24
/** "Alle Regeln von Schach": a determiner before a span makes its first word a common noun. */
const DETERMINER_BEFORE =
  /(?<!\p{L})(?:all|these|those|the|which|alle|allen|keine|welche|diese|die|unsere|meine|toutes|tous|les|ces|quelles|todas|todos|las|los|tutte|tutti|le|gli|i|todos|as|os|alle|deze|wszystkie|te|все|эти|усі)\s$/iu
/** The rest of a question: its first word asks. */
const QUESTION_BEHIND = /^ \p{Ll}[^.!?\n]*\?/u
const SENTENCE_CHARS = 160
/** Imperatives, greetings and conjunctions at the start of sentences. */
const OPENERS: ReadonlySet<string> = new Set(
  (
    'zeig zeige zeigen nenne nennen erkläre erklären schreib schreibe vergiss vergesst ignorier ignoriere ignorieren bitte könnten könntest welche warum ' +
    'montre montrez oublie oubliez affiche affichez explique expliquez veuillez pourriez quelles quels quelle quel donnez merci ' +
    'muestra muéstrame olvida olvide olvídate ignora ignore explica explíqueme cuáles cuál quiero quisiera podría puede ' +
    'mostra mostrami dimentica dimentichi spiega spiegami quali quale vorrei potrebbe scusi ' +
    'mostre esqueça esquece explique quais qual gostaria poderia pode ' +
    'toon vertel vergeet negeer leg welke kunt kun graag noem ' +
    'proszę pokaż zapomnij zignoruj wyjaśnij jakie jaki jaka chciałbym chciałabym czy ' +
    'prosím ukaž zapomeň ignoruj vysvětli jaké jaký chtěl visa glöm ignorera förklara vilka kan ' +
    'покажи покажите забудь забудьте объясни объясните игнорируй какие какой какая хочу можно пожалуйста забудь поясни покажіть які який ' +
    'kérem kérlek mutasd felejtsd lütfen göster unut açıkla hangi tolong lupakan abaikan jelaskan'
  ).split(' '),
)
/** "Regeln der Hausordnung". */
const GENITIVE = /^\p{Lu}\p{L}+ (?:der|des|dem|den) \p{Lu}/u

/**
 * Whether a span of the tagger can be the name of a person. Words of languages without training data look like names to the tagger.
 * Without a known given name, the following are no names: words in lower case, the first word of a request or question, and a noun after a
 * determiner.
 */
export function hasPersonShape(text: string, start: number, end: number): boolean {
  const words = text.slice(start, end).split(/\s+/u)
  const isSmall = words.every((word) => /^\p{Ll}/u.test(word))
  if ((isSmall ? words.slice(0, 1) : words).some(isGivenName)) return true
  if (isSmall) return false
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start)
  if (GENITIVE.test(text.slice(start, end)) || DETERMINER_BEFORE.test(before)) return false
  if (words.length > 1 || !SENTENCE_START.test(before) || isActing(text, end)) return true
  return !OPENERS.has(words[0]!.toLowerCase()) && !QUESTION_BEHIND.test(text.slice(end, end + SENTENCE_CHARS))
}

function isGivenName(word: string): boolean {
  return givenNameStrength(word.replace(/['’]s$/, '').toLowerCase()) !== 'none'
}
