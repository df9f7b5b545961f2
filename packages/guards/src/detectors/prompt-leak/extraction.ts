import { type Automaton, buildAutomaton } from '@gatehouse/kernel/match'
import { isIdentifierIn } from '../adversarial/program-text.ts'
import { isWholeWord } from '../words/boundary.ts'
import { ENGLISH } from './english.ts'
import { OTHER_LANGUAGES } from './languages.ts'
import {
  FIRM,
  FORBIDDEN,
  isAdvice,
  isEnglish,
  MENTION,
  OFFICE_WORK,
  OTHER_FORM,
  QUOTES_ITSELF,
  STAGED,
  SUMMARY,
  UNABLE,
} from './advice.ts'
import { isDevelopers, isFieldOrTest, isKey } from './prompt-as-place.ts'
import { isTopicQuestion } from './topic-question.ts'

/** A sentence that asks for the model's instructions. */
export interface Extraction {
  /** 0 to 1. */
  readonly score: number
  /** Range of the words that name the instructions. */
  readonly start: number
  readonly end: number
}

type Kind = 'prefilled' | 'prompt' | 'instructions' | 'yours' | 'yourRules' | 'above' | 'foreign'

interface Named {
  readonly kind: Kind
  /** Index into {@link OTHER_LANGUAGES}, for `foreign`. */
  readonly language: number
  readonly length: number
}

/** Maximum distance of request words from the name of the instructions, in a sentence without an end. */
const REACH_CHARS = 160

/** Maximum number of names per text; a text with more is about prompts, and the first ones are decisive. */
const NAMES_MAX = 200

const SENTENCE_END = /[.!?;\n\u3002\uff01\uff1f\u061f\u0964]/u

/** "A system prompt", "good system prompts", "my prompt": talk about prompts, not about the model's own. */
const INDEFINITE =
  /(?:^|[^\p{L}])(?:an?|any|some|good|better|best|great|effective|custom|my|our|his|her|their|new|another|every|each|write|create|design|draft|craft|build|of|about|un|una|une|ein|eine|einen|einem|um|uma|een|ett|en)\s+(?:\p{L}+\s+)?$/u
const OF_THE_MODEL = /\b(?:your|ur|the|this|that|these|those|its|full|entire|whole|exact)\s+(?:\p{L}+\s+)?$/u
/** "Your system prompt" belongs to the model, whatever the verb is. */
const OF_YOURS = /\b(?:your|ur)\s+(?:\p{L}+\s+){0,3}$/u
/** A request to repeat the text above reveals the instructions; a request for a summary is a common task. */
const HANDS_OUT =
  /\b(?:repeat|print|output|echo|recite|copy|reproduce|display|reveal|show|dump|paste|quote|restate|return)\s+(?:\p{L}+\s+){0,2}$/u
/** Words after a prompt that is the grammatical subject. */
const AS_SUBJECT =
  /^\s*(?:s\b)?\s*(?:for (?:a|an|my|our|the|your)\b|engineering|design|template|generator|injection|leak|extraction|example|best practice|works?\b|in (?:llm|chatgpt|ai|gpt|claude|large|language|general)|of (?:a|an|my|our|the)\b|vs\b|versus|and (?:user|developer) prompt|here\b|below\b|hier\b|ici\b|aquí\b|aqui\b|qui\b|כאן|as if (?:an?|the|they|for)\b|so(?:,)? (?:that|dass)\b|alsof\b|als ob\b|comme (?:pour|si)\b|como (?:se|si)\b|come (?:se|per)\b|tak,? jakby\b|так,? будто|["”»]?\s?(?:no\.?|nr\.?|#)?\s?\d|(?:[^.!?\n]{0,20})from the (?:manual|book|guide|recipe|box|manufacturer)|(?:are|is|were|was) (?:being )?(?:baked|hidden|sewn|carved|buried|tattooed|smuggled|stolen|lost|found|folded|locked|sealed|burned|passed|stitched|painted|scratched) (?:in|into|inside|under|by|to|from|on|onto|with|between|through|behind)\b|(?:を|に|へ)(?:[^。！？\n]{0,3})(?:書い|書く|入れ|追加|指定|含め|設定し|改善|工夫|テスト)|에 (?:쓴|적은|적어|넣은|넣어|추가)|[을를]? ?(?:기다|대기))/u
/** "Your instructions for refunds": a purpose marks them as a company's, unless it is this conversation. */
const FOR_A_THING =
  /^\s*(?:for|on|about|regarding|concerning|when|if|to|f[uü]r|zum|zur|bei|beim|[uü]ber|pour|sur|concernant|van|von|para|por|sobre|de|del|da|do|di|del|della|per|su|voor|over|om|för|til|dla|o|w sprawie|pro|по|для|о|об|про|için)\s+(?!(?:this|these|the (?:chat|conversation|session|model|assistant|bot)|you|me|us|dieses?|diese[rn]?|cette?|est[ae]|quest[ao]|esta|deze|эт)(?![\p{L}]))\p{L}/u

const KINDS = ['prompt', 'prefilled', 'instructions', 'yours', 'yourRules', 'above'] as const

let machines: Machines | undefined

interface Machines {
  /** Names in Latin letters; those in other scripts are separate, since one table for all letters would be seven times as large. */
  readonly latin: NameTable
  readonly others: NameTable
  readonly reveal: WordSet
  readonly ask: WordSet
  readonly form: WordSet
  readonly foreign: readonly WordSet[]
}

interface NameTable {
  readonly automaton: Automaton
  readonly named: readonly Named[]
}

type WordSet = (sentence: string) => readonly Hit[]

/** Range of a word of a set in a sentence. */
interface Hit {
  readonly start: number
  readonly end: number
}

/**
 * Finds sentences that ask a model for its instructions, in about 25 languages: a name of the instructions together with words of
 * disclosure, questions, or a form. Discussion of prompts in general, and of their protection, has a low score.
 */
export function findExtractions(text: string): readonly Extraction[] {
  machines ??= build()
  const found: Extraction[] = []
  collect(machines, machines.latin, text, found)
  if (BEYOND_LATIN.test(text)) collect(machines, machines.others, text, found)
  return found
}

const BEYOND_LATIN = /[\u0370-\uffff]/

function collect(parts: Machines, { automaton, named }: NameTable, text: string, found: Extraction[]): void {
  let looked = 0
  automaton.scan(text, (pattern, end) => {
    const name = named[pattern]!
    const start = end - name.length
    if (!isWholeWord(text, start, end)) return true
    looked += 1
    const score = scoreOf(parts, text, name, start, end)
    if (score > 0 && !isIdentifierIn(text, text.slice(start, end))) found.push({ score, start, end })
    return looked < NAMES_MAX
  })
}

function scoreOf(parts: Machines, text: string, name: Named, start: number, end: number): number {
  const from = sentenceStart(text, start)
  // Lower case may change the length of a text, so each part is folded on its own.
  const before = text.slice(from, start).toLowerCase()
  const after = text.slice(end, sentenceEnd(text, end)).toLowerCase()
  const sentence = before + text.slice(start, end).toLowerCase() + after
  if ((name.kind === 'foreign' || name.kind === 'prompt') && isTopicQuestion(sentence)) return 0
  if (name.kind === 'foreign') {
    if (
      INDEFINITE.test(before) ||
      AS_SUBJECT.test(after) ||
      FOR_A_THING.test(after) ||
      isKey(text.slice(start, end), before, after) ||
      !isNear(parts.foreign[name.language]!, before, after)
    )
      return 0
    return mentioned(sentence, 0.8)
  }
  if ((name.kind === 'prompt' || name.kind === 'yours') && isDevelopers(before)) return 0
  if (name.kind === 'prompt' && isFieldOrTest(before, after, text.slice(end, end + REACH_CHARS))) return 0
  const rest = `${before} ${after}`
  const reveals = parts.reveal(rest)
  const asks = parts.ask(rest).length > 0
  const form = parts.form(rest).length > 0
  const isOfModel = /prompt|instruct/i.test(text.slice(start, end))
  if (name.kind === 'above' && !form && !isOfModel && OFFICE_WORK.test(after)) return 0
  const reveal = reveals.length > 0
  const firm = reveals.some((hit) => FIRM.test(rest.slice(hit.start, hit.end)))
  const key = isKey(text.slice(start, end), before, after)
  const requested = isRequested(before, reveals) || (asks && ASKS_FOR_TEXT.test(before))
  const score = byKind(name.kind, before, after, {
    reveal,
    firm,
    asks,
    form,
    close: isClose(before, reveals),
    key,
    requested,
  })
  const isPlural = name.kind === 'prompt' && /s$/i.test(text[end - 1]!)
  if (isPlural && score < 0.9) return 0
  if (
    name.kind === 'prompt' &&
    score < 0.8 &&
    !key &&
    !isEnglish(sentence) &&
    parts.foreign.some((hits) => isNear(hits, before, after))
  ) {
    // "System prompt" is a loan word in many languages; the words that ask for it are not.
    return mentioned(sentence, INDEFINITE.test(before) || AS_SUBJECT.test(after) ? 0 : 0.8)
  }
  return mentioned(sentence, score)
}

interface WordTable {
  readonly reveal: boolean
  /** A word of handing out that advice about prompts does not use. */
  readonly firm: boolean
  readonly asks: boolean
  readonly form: boolean
  /** A disclosure word directly precedes the name. */
  readonly close: boolean
  /** The name is the key of a setting. */
  readonly key: boolean
  /** The sentence asks its reader to disclose it. */
  readonly requested: boolean
}

function byKind(
  kind: Kind,
  before: string,
  after: string,
  { reveal, firm, asks, form, close, key, requested }: WordTable,
): number {
  if (FORBIDDEN.test(before)) return 0
  if (kind === 'prompt') {
    const isSubject = AS_SUBJECT.test(after) || (INDEFINITE.test(before) && !OF_THE_MODEL.test(before))
    if (isSubject || key) return 0
    const isYours = OF_YOURS.test(before)
    if (!(reveal || asks || form)) return isYours ? 0.7 : 0
    if (isYours || requested || ((reveal || form) && STAGED.test(`${before}${after}`))) return 0.9
    return 0.5
  }
  if (kind === 'prefilled') return form && !QUOTES_ITSELF.test(after) ? 0.8 : 0
  if (AS_SUBJECT.test(after) || (FOR_A_THING.test(after) && kind !== 'above')) return 0
  if (kind === 'yours') {
    if (reveal && !firm && isAdvice(before, after)) return asks || form ? 0.5 : 0
    return reveal ? 0.8 : asks || form ? 0.7 : 0
  }
  if (kind === 'above' && (OTHER_FORM.test(after) || UNABLE.test(before))) return 0
  if (kind === 'above') return reveal && form && !SUMMARY.test(before) ? 0.8 : HANDS_OUT.test(before) ? 0.7 : 0
  return form && (close || reveal) ? 0.7 : 0
}

function mentioned(sentence: string, score: number): number {
  return score > 0 && MENTION.test(sentence) ? score - 0.4 : score
}

/** Questions for the prompt itself, not for a property of one. */
const ASKS_FOR_TEXT =
  /\b(?:what(?:[’']?s| is| are| was| were| does| do| did| have)|which|where is|is there|can i see|may i see|could i see|can you see|do you have)\b(?!.{0,30}\b(?:format|length|language|place|test|owner|size|best|right|maximum|recommended|difference|purpose|point)\b)[^,:;]{0,40}$/u

/** Disclosure by another actor: "the bot quoted", "we print", "it was shown". */
const BY_OTHERS =
  /\b(?:we|they|he|she|it|who|which|users?|customers?|team|bot|chatbot|model|assistant|agent|copilot|tool|service|script|admin|developers?|colleagues?|does|did|has|had|have|was|were|is|are|be|been|being|why|when|after|before|without|for|of|an?|the|this|tr(?:y|ies|ied|ying) to|attempt(?:s|ed)? to|(?:why|how|where|when) (?:do|did|does|can|should) (?:i|we|you))\s+(?:\p{L}+\s+)?$/u
/** Maximum distance of a request word from the name. */
const REQUEST_CHARS = 30

function isRequested(before: string, reveals: readonly Hit[]): boolean {
  return reveals.some(
    ({ start, end }) =>
      end <= before.length && before.length - end <= REQUEST_CHARS && !BY_OTHERS.test(before.slice(0, start)),
  )
}

/** Whether a word of the set is near the name, in the same part of the sentence. */
function isNear(hits: WordSet, before: string, after: string): boolean {
  const last = before.slice(-FOREIGN_CHARS)
  const next = after.slice(0, FOREIGN_CHARS)
  return hits(last).some(({ start }) => !NOUN_BEFORE.test(last.slice(0, start))) || hits(next).length > 0
}
const FOREIGN_CHARS = 32
/** An article makes the word a noun: Dutch "de toon" is the tone. */
const NOUN_BEFORE = /(?<!\p{L})(?:de|het|een|the|el|la|le|les|der|die|das|den|il|lo|os|as)\s$/u

/** Whether the last disclosure word ends at most a few words before the name. */
function isClose(before: string, reveals: readonly Hit[]): boolean {
  const last = reveals.findLast(({ end }) => end <= before.length)
  return last !== undefined && before.length - last.end <= 16
}

function sentenceStart(text: string, at: number): number {
  const limit = Math.max(0, at - REACH_CHARS)
  for (let i = at - 1; i >= limit; i -= 1) if (SENTENCE_END.test(text[i]!)) return i + 1
  return limit
}

function sentenceEnd(text: string, at: number): number {
  const limit = Math.min(text.length, at + REACH_CHARS)
  for (let i = at; i < limit; i += 1) if (SENTENCE_END.test(text[i]!)) return i
  return limit
}

function build(): Machines {
  const index = new Map<string, Named>()
  for (const kind of KINDS) {
    for (const phrase of ENGLISH[kind]) {
      if (!index.has(phrase)) index.set(phrase, { kind, language: -1, length: phrase.length })
    }
  }
  for (const [language, { prompt }] of OTHER_LANGUAGES.entries()) {
    for (const phrase of prompt) {
      if (!index.has(phrase)) index.set(phrase, { kind: 'foreign', language, length: phrase.length })
    }
  }
  const phrases = [...index.keys()]
  const table = (chosen: readonly string[]): NameTable => ({
    automaton: buildAutomaton(chosen, { ignoreCase: true }),
    named: chosen.map((phrase) => index.get(phrase)!),
  })
  return {
    latin: table(phrases.filter((phrase) => !BEYOND_LATIN.test(phrase))),
    others: table(phrases.filter((phrase) => BEYOND_LATIN.test(phrase))),
    reveal: wordSet(ENGLISH.reveal),
    ask: wordSet(ENGLISH.ask),
    form: wordSet(ENGLISH.form),
    foreign: OTHER_LANGUAGES.map(({ reveal }) => wordSet(reveal)),
  }
}

/** Returns a matcher for the listed words in a sentence. */
function wordSet(list: readonly string[]): WordSet {
  const automaton = buildAutomaton(list, { ignoreCase: true })
  return (sentence) => {
    const hits: Hit[] = []
    automaton.scan(sentence, (pattern, end) => {
      const start = end - list[pattern]!.length
      if (isWholeWord(sentence, start, end)) hits.push({ start, end })
    })
    return hits
  }
}
