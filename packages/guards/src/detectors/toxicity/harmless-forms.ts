/** Longer texts contain more than a remark about oneself. */
const CHARS_MAX = 200
/** "I'm so stupid", "that was a stupid question": the author refers to himself or to a thing. */
const ABOUT_ONESELF =
  /\b(?:i(?:[’']m| am| was| feel) (?:\w+ ){0,3}(?:stupid|idiot\w*|dumb\w*|silly|moron|fool|useless|lazy|clumsy)|(?:that|this|it)(?:[’']s| was| is) (?:\w+ ){0,3}(?:stupid|dumb|silly) (?:question|mistake|idea|thing|error|joke|typo)|(?:stupid|dumb|silly) me|my (?:own )?(?:stupid|dumb|silly) \w+)\b/iu
const ABOUT_OTHERS =
  /\b(?:you\w*|u|ur|he|she|they|him|her|them|his|hers|their|theirs|these|those|people|all|every\w*|kill\w*|die|dead|hurt|cut|suicid\w*)\b/iu
const KINDS_OF_ONESELF: ReadonlySet<string> = new Set(['insults', 'profanity', 'asks', 'prevents', 'condemned'])

/** Words that nearly every sentence of English or German has: the classifier has learned from these languages alone. */
const LEARNED_LANGUAGE =
  /(?<!\p{L})(?:the|and|is|are|you\p{L}{0,3}|of|to|it|its|that|this|they|my|i|a|an|for|not|no|so|with|on|be|have|who|all|just|like|what|how|get|go|they|we|he|she|his|her|if|but|by|at|as|or|don[’']?t|der|das|und|ist|nicht|ich|du|sie|ein\p{L}{0,2}|wir|ihr\p{L}{0,2}|auf|mit|dem|es|sind|haben|von|auch|nur|euch|dich|mich|kein\p{L}{0,2}|man|wie|aus)(?!\p{L})/iu
const WORDS_MIN = 5
const WORD = /[\p{L}\p{M}'’-]+/gu
const FOREIGN_SIGNS: ReadonlySet<string> = new Set(['second', 'asks'])

/**
 * Whether the classifier's score is unreliable: the author refers to himself, or the text is in a language that the classifier was not
 * trained on, without a listed abusive word.
 * @param present signals and word kinds in the text
 */
export function isHarmlessByForm(text: string, present: ReadonlySet<string>): boolean {
  const isShort = text.length <= CHARS_MAX
  const signs = [...present]
  if (
    isShort &&
    ABOUT_ONESELF.test(text) &&
    !ABOUT_OTHERS.test(text) &&
    signs.every((sign) => KINDS_OF_ONESELF.has(sign))
  )
    return true
  return (
    isShort &&
    signs.every((sign) => FOREIGN_SIGNS.has(sign)) &&
    !LEARNED_LANGUAGE.test(text) &&
    (text.match(WORD)?.length ?? 0) >= WORDS_MIN
  )
}
