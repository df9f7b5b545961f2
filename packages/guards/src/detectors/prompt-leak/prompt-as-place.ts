/** Verbs that insert something into a prompt, with an object: "add the date to", "telling it to be honest in". */
const PUTS_INTO =
  /\b(?:add|adds|added|adding|include|insert|inject|put|puts|putting|place|pass|append|write|specify|mention|state|set|say|saying|ask for|use|provide|supply|paste|move|keep|store|telling|tell|told|goes|go|belongs?)\b(?!\s+(?:me|us)\b)(?![^.!?\n]{0,40}\b(?:everything|all|whatever|what|verbatim|exact|contents?|the (?:text|words|rules|instructions?|lines?)|your (?:rules|instructions?|guidelines))\b)(?:[^.!?\n]|\.(?=\w)){1,80}\b(?:in|into|to|inside|within|at the (?:top|start|end) of)\s+(?:(?:the|your|our|my|a|its|their)\s+(?:\p{L}+\s+)?)?$/u
/** A question about the content of the prompt is an extraction attempt. */
const ASKS_FIRST = /^\W*(?:what|which|who|show|tell me|reveal|print|repeat|output)\b/u
/** Work on a prompt that a developer writes: "depending on your prompt". */
const WORKS_ON =
  /\b(?:depend(?:ing|s) on|based on|craft(?:ing)?|improv(?:e|es|ing)|edit(?:ing)?|refin(?:e|es|ing)|optimi[sz](?:e|es|ing)|adjust(?:ing)?|shorten(?:ing)?|structur(?:e|es|ing)|(?:lets?|allows?|enables?) (?:you|users|developers|tenants) (?:to )?(?:\p{L}+ )?(?:provide|set|supply|bring|change|write|define|override))\s+(?:the|your|our)?\s*(?:own\s+)?$/u
/** A property of a prompt, not its text: "is there a limit for". */
const PROPERTY =
  /\b(?:limits?|length|size|maximum|minimum|budget|cost|price|format|owner|name|difference|reason|alternative|syntax|encoding)\s+(?:of|for|on|to|in|between)\s+(?:(?:the|your|our|a)\s+(?:\p{L}+\s+)?)?$/u

/**
 * Whether the words before the name of a prompt mark it as developers' work: a place to insert text, an edited text, the owner of a
 * property.
 * @param before the sentence up to the name, in lower case
 */
export function isDevelopers(before: string): boolean {
  return (PUTS_INTO.test(before) && !ASKS_FIRST.test(before)) || WORKS_ON.test(before) || PROPERTY.test(before)
}

const FIELD =
  '(?:fields?|box(?:es)?|tabs?|sections?|settings?|inputs?|text ?areas?|editors?|pages?|panels?|options?|menus?|buttons?|forms?|columns?|screens?)'
const PLACE =
  '(?:playground|portal|console|dashboard|settings|menu|page|studio|workbench|web ?ui|ui|editor|admin \\p{L}+|backend|sandbox|screen|tab|section|sidebar)'
const FIELD_AFTER = new RegExp(`^\\s*${FIELD}\\b`, 'u')
const IN_ANY_PLACE = new RegExp(`\\b${PLACE}\\b`, 'u')
const HANDS_OVER = /\b(?:show|give|tell|send|see|read|return|want|share|need|list|what(?:[’']s| is))\b/u
/** "Where in the playground do I see", "which tab of the console shows", "where do I find … in the portal". */
const LOOKS_IN = new RegExp(
  `\\b(?:where|which|what)\\b[^.!?\\n]{0,30}\\b${PLACE}\\b[^.!?\\n]{0,30}\\b(?:(?:do|can|could|should) (?:i|we) \\p{L}+|shows?|has|holds)\\s+(?:the|a|my|our)?\\s*$`,
  'u',
)
const ASKS_WHERE =
  /\bwhere (?:to|(?:do|can|could|should) (?:i|we)) (?:see|find|set|edit|change|enter|configure|put|view|type|paste|add)\s+(?:the|a|my|our)?\s*$/u
const IN_A_PLACE = new RegExp(
  `^\\s*(?:in|on|inside|of|under|within) (?:the |our |my )?(?:[\\p{L}\\d.]+ ){0,3}${PLACE}\\b`,
  'u',
)
/** A request for the prompt's text, not its location. */
const ASKS_FOR_CONTENT =
  /\b(?:you|yours?|yourself|ur|contents?|values?|text|words|verbatim|exact\w*|full|entire|whole|fill\w*|repeat|recite|print(?!ing\b)|above|everything|and (?:show|tell|give|send|write|reveal|copy|paste)|then|reveal|output|dump|display|leak|disclose)\b/u

const ASKS_NEXT =
  /\b(?:print|show|reveal|repeat|give|tell|send|write|quote|output|paste|what(?:[’']s| is| does))\b[^.!?\n]{0,12}\b(?:yours|it|its|them|the (?:text|contents?|prompt|words)|your)\b/iu

/** "Write a test that checks that the filter refuses …". */
const TEST_BEFORE =
  /^\W*(?:please |can you |could you )?(?:write|add|create|generate|draft) (?:me )?(?:an?|another) (?:[\w-]+ ){0,2}tests?(?: case| suite)? (?:that |which |to )(?:check|assert|verif|ensur|mak|prov|confirm)/u
const REFUSES =
  /\b(?:refus\w+|reject\w*|block\w*|never|denie[sd]|flag(?:s|ged)|filter(?:s|ed) out|(?:does|do|must|is|are) not|doesn[’']t)\b/u
const CONTAINS =
  /\b(?:contain\w*|includ\w*|quot\w*|with the|use|uses|using|your|yours|you|verbatim|word for word|exact\w*|then|also)\b/u

/**
 * Whether the name of a prompt is a field of a user interface, or the subject of a test of a model's confidentiality.
 * @param before the sentence up to the name, in lower case
 * @param after the rest of the sentence, in lower case
 * @param next the text after the sentence
 */
export function isFieldOrTest(before: string, after: string, next: string): boolean {
  const sentence = `${before} ${after}`
  if (TEST_BEFORE.test(before)) return !ASKS_NEXT.test(next) && REFUSES.test(sentence) && !CONTAINS.test(sentence)
  if (ASKS_FOR_CONTENT.test(sentence) || ASKS_NEXT.test(next)) return false
  if (FIELD_AFTER.test(after))
    return IN_ANY_PLACE.test(before + after.replace(FIELD_AFTER, '')) || !HANDS_OVER.test(before)
  return LOOKS_IN.test(before) || (ASKS_WHERE.test(before) && IN_A_PLACE.test(after))
}

/** A name in the notation of programs before a colon, an equals sign or an angle bracket: a setting that has the name. */
const KEY_NAME = /[_-]|[a-z][A-Z]/
const KEY_SIGN = /^["'`]?\s{0,2}(?:[:=>]|\(string)/
/** Request words, which precede the name. */
const ASKED_BEFORE = /\b(?:show|print|reveal|repeat|output|tell|give|send|what|display|dump|leak|return|share)\b/

/** Whether a name is the key of a setting. */
export function isKey(name: string, before: string, after: string): boolean {
  return KEY_NAME.test(name) && KEY_SIGN.test(after) && !ASKED_BEFORE.test(before)
}
