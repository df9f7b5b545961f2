import { judgeSentiment } from '../sentiment/judge-sentiment.ts'
import { signsOf } from '../toxicity/signs.ts'

/** Supported tones of a response. */
export const TONES = ['professional', 'formal', 'friendly', 'empathetic', 'neutral', 'concise'] as const
export type Tone = (typeof TONES)[number]

/** Violation of a tone. */
export type ToneFault =
  | 'profanity'
  | 'insult'
  | 'slang'
  | 'shouting'
  | 'exclamation'
  | 'emoji'
  | 'contraction'
  | 'hostility'
  | 'blame'
  | 'coldness'
  | 'opinion'
  | 'wordiness'

export const SLANG =
  /\b(?:gonna|wanna|gotta|kinda|sorta|dunno|lemme|gimme|ain[’']?t|y[’']?all|dude|bro|bruh|lol|lmao|rofl|omg|wtf|idk|tbh|imo|btw|yeah|yep|nope|nah|cool|awesome|sucks?|crappy|freaking|stuff|guys|hey|yo|sup|cuz|thx|pls|plz|ur|whatever|no biggie|my bad|chill|legit|lit|dope)\b/giu
export const CONTRACTION =
  /\b(?:\p{L}{1,12}n[’']t|(?:i|you|we|they|he|she|it|that|there|who|what)[’'](?:m|re|ve|ll|d|s))\b/giu
export const BLAME =
  /\b(?:you should have|your (?:own )?fault|as i (?:already )?said|as i told you|if you had (?:read|listened|checked)|you (?:clearly|obviously) (?:did|have|do|are)|how could you not|you failed to|again, as|read the manual|stop asking|not my problem|deal with it|calm down|figure it out yourself)\b/iu
export const HOSTILE =
  /\b(?:shut up|get lost|go away|whatever you say|i don[’']t care|who cares|leave me alone|don[’']t bother me|waste (?:of )?my time)\b/iu
const WARM =
  /\b(?:sorry|apologi[sz]e|understand|thank|thanks|please|happy to|glad|help|hope|appreciate|welcome|let me know|feel free|take your time|that must|i see how|frustrat|concern)\b/iu
export const OPINION =
  /\b(?:i (?:really |strongly |personally )?(?:think|believe|feel|love|hate|prefer)|in my opinion|obviously|clearly the best|everyone knows|without a doubt|amazing|terrible|disgusting|fantastic|horrible|ridiculous|outrageous|scandal\w*)\b/iu
/** Bad news is not hostile; hostility needs an addressee. */
const SECOND_PERSON = /\b(?:you are|you[’']re|your (?:fault|mistake|problem|stupid|own)|people like you)\b/iu
/** Refusals, demands and bureaucratic words: without a warm word an answer with them is cold. Plain facts are not. */
export const COLD =
  /\b(?:den(?:y|ied)|reject(?:ed)?|refus(?:e|ed)|declin(?:e|ed)|cannot|can[’']?t|not (?:possible|eligible|allowed|permitted|available|covered|refundable|valid|our)|non-?refundable|ineligible|invalid|no (?:refunds?|exceptions?|further|longer|record)|will not|won[’']?t|must|required to|failure to|fail(?:ed)? to|as per|pursuant|hereby|in accordance|section \w{1,8}|terms and conditions|(?:your|the) (?:request|claim|application|ticket|case) (?:is|was|has been) (?:closed|denied|rejected|declined))\b/iu
/** Coldness is detected in English only: in other languages warm words are unknown. */
const ENGLISH =
  /\b(?:the|is|are|of|and|to|in|for|your|it|we|this|that)\b.{0,200}\b(?:the|is|are|of|and|to|in|for|your|it|we|this|that)\b/isu
export const EMOJI = /\p{Emoji_Presentation}/u
export const SHOUTED = /\b[A-Z]{4,}(?:[ ,!]+[A-Z]{3,}){2,}/u

/** Sentences of a concise answer have fewer words than this on average, and it has fewer than that in all. */
const SENTENCE_WORDS_MAX = 28
const CONCISE_WORDS_MAX = 180

/** From this polarity down a response is hostile rather than factual. */
const HOSTILE_POLARITY = -0.6

const FAULTS: Readonly<Record<Tone, readonly ToneFault[]>> = {
  professional: ['profanity', 'insult', 'slang', 'shouting', 'exclamation', 'emoji', 'hostility', 'blame'],
  formal: ['profanity', 'insult', 'slang', 'shouting', 'exclamation', 'emoji', 'contraction', 'hostility', 'blame'],
  friendly: ['profanity', 'insult', 'shouting', 'hostility', 'blame', 'coldness'],
  empathetic: ['profanity', 'insult', 'shouting', 'hostility', 'blame', 'coldness'],
  neutral: ['profanity', 'insult', 'shouting', 'exclamation', 'emoji', 'hostility', 'opinion'],
  concise: ['wordiness'],
}

/** How far each fault breaks a tone on its own. */
const WEIGHTS: Readonly<Record<ToneFault, number>> = {
  profanity: 0.9,
  insult: 0.95,
  slang: 0.6,
  shouting: 0.8,
  exclamation: 0.5,
  emoji: 0.6,
  contraction: 0.6,
  hostility: 0.9,
  blame: 0.8,
  coldness: 0.5,
  opinion: 0.6,
  wordiness: 0.7,
}

/** How a text breaks a tone. */
export interface ToneJudgement {
  /** Between 0 and 1; each further fault adds to it. */
  readonly score: number
  readonly faults: readonly ToneFault[]
}

/** Characters that are read. */
export const TONE_CHARS_MAX = 16_000

/** Evaluates a text for violations of a tone. Linear. */
export function judgeTone(whole: string, tone: Tone): ToneJudgement {
  const text = whole.slice(0, TONE_CHARS_MAX)
  const present = faultsIn(text)
  const faults = FAULTS[tone].filter((fault) => present.has(fault))
  const remaining = faults.reduce((rest, fault) => rest * (1 - WEIGHTS[fault]), 1)
  return { score: 1 - remaining, faults }
}

function faultsIn(text: string): Set<ToneFault> {
  const faults = new Set<ToneFault>()
  const { present } = signsOf(text)
  const words = text.match(/\p{L}+/gu)?.length ?? 0
  if (present.has('profanity')) faults.add('profanity')
  if (present.has('slurs') || (present.has('insults') && present.has('you_are') && present.has('second')))
    faults.add('insult')
  if (
    present.has('shut_up') ||
    HOSTILE.test(text) ||
    (SECOND_PERSON.test(text) && judgeSentiment(text).polarity < HOSTILE_POLARITY)
  )
    faults.add('hostility')
  // One informal word in a long answer is no tone.
  if ((text.match(SLANG)?.length ?? 0) * 60 >= Math.max(30, words)) faults.add('slang')
  if ((text.match(CONTRACTION)?.length ?? 0) > 0) faults.add('contraction')
  if (SHOUTED.test(text)) faults.add('shouting')
  if ((text.match(/!/gu)?.length ?? 0) > 3 || /!!/u.test(text)) faults.add('exclamation')
  if (EMOJI.test(text)) faults.add('emoji')
  if (BLAME.test(text)) faults.add('blame')
  if (words > 6 && ENGLISH.test(text) && COLD.test(text) && !WARM.test(text)) faults.add('coldness')
  if (OPINION.test(text)) faults.add('opinion')
  const sentences = text.split(/[.!?]\s/u).length
  if (words > CONCISE_WORDS_MAX || words / sentences > SENTENCE_WORDS_MAX) faults.add('wordiness')
  return faults
}
