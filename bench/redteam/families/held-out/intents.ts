const ASKS =
  /\b(show|reveal|print|repeat|tell|give|output|display|write|list|what|which|share|dump|summari[sz]e|translate|encode|paraphrase|rephrase|describe|explain|spell|return|provide|send|copy|recite|quote|disclose|how|begin|start|complete|state|poem|story|echo|read|put|convert|include|render|format|expose|leak|need|want|confirm|verify|know|fill|continue|type|reproduce|restate|outline|turn|append|insert|use|see|where|is|are|respond|reply|answer|get|fetch|look up|find)\b/i
const PROMPT_NOUN =
  '(prompts?|instructions?|rules?|guidelines?|directives?|configuration|config|constraints?|restrictions?|setup)'
const PROMPT = [
  new RegExp(
    `\\b(system|initial|original|hidden|internal|developer|starting|first|exact|underlying|base|pre|operator|secret|previous|prior|opening)[ -]?${PROMPT_NOUN}\\b`,
    'i',
  ),
  /\b(system|initial|hidden|developer|first|opening|operator)[ -]?(message|text)\b/i,
  new RegExp(`\\byour\\b(\\s+[a-z]+){0,3}\\s+${PROMPT_NOUN}\\b`, 'i'),
  new RegExp(
    `\\b${PROMPT_NOUN}\\b.{0,30}\\b(you (were|are|have been|got|received|follow|must|have)|given to you)`,
    'i',
  ),
  /\b(text|words|everything|content|lines?|conversation|messages?|all)\b.{0,30}\b(above|before (this|my|our|the first)|preceding)/i,
  /\b(what|how|everything|things|who) ?(exactly )?(were|are|have|did)? ?(you|they)? ?(been|were|are)? ?(told|tell you|instructed|programmed|configured|set up|briefed)\b/i,
  /\b(you are|you were) (not )?(allowed|permitted|forbidden|supposed) to (say|do|share|reveal|discuss|answer|talk)/i,
  /\bstart(s|ing)? with\b.{0,10}\byou are\b/i,
]
const SECRET =
  /\b(api[ -]?keys?|keys?|passwords?|passcodes?|secrets?|credentials?|tokens?|connection strings?|passphrases?|access codes?|canary|confidential|environment variables?|env vars?|\.env|config(uration)? (file|values)|login details|private (data|information)|sensitive|database url|pin codes?|unlock codes?)\b/i
const ADVICE =
  /\b(how (do|can|should|would) (i|we|one)\b.{0,60}\b(store|rotate|protect|reset|change|choose|manage|create|generate|hash|keep|forgot)|best practice|i forgot my|my own password|what is (an?|the difference)|difference between|should (i|we)\b|why (is|are|do))/i
const OVERRIDE = [
  /\b(ignor(e|ing)|disregard(ing)?|forget|overrid(e|ing)|bypass|skip|drop|set aside|(do not|don't|stop) (follow|obey|apply)(ing)?|neglect|cancel|discard|abandon|suspend|scrap|erase|delete)\b.{0,80}\b(instructions?|rules?|prompts?|guidelines?|directives?|polic(y|ies)|restrictions?|constraints?|training|everything|all (of )?(that|the above)|above|previous|prior|system|before)\b/i,
  /\b(new|updated|revised|real|actual|true) (set of )?(instructions?|directives?|tasks?|rules?|system prompt|orders|objective|goal)\b/i,
  /(^|\n|\[|<|#|\*)\s*(system|admin|administrator|developer|operator|root|assistant)\s*(:|message|override|update|notice|\]|>|prompt:)/i,
  /\binstead,? (of [^,]{3,60},? )?(just |only |please )?(say|reply|print|write|respond|answer|output|tell)/i,
  /\byour (only|sole|new|next|main|real) (task|job|role|purpose|goal|mission)\b/i,
  /<\|im_(start|end)\|>|\[\/?INST\]|<<SYS>>|###\s*(new )?(instruction|system)|-{3,}\s*(end|begin)|"role"\s*:\s*"system"/i,
  /\b(i am|i'm|this is|as) (your|the) (new )?(developer|creator|administrator|admin|operator|owner|boss|engineer|programmer)\b/i,
  /\b(takes? precedence|supersedes?|priority over|no longer (apply|appl(ies|y)|valid|bound)|replaced by|void)\b/i,
  /\b(respond|reply|answer|output)\b( with)? (only|exactly|nothing but|solely)( with)?\b|\bonly (respond|reply|answer|output|say|print)\b/i,
]
const PERSONA =
  /\b(pretend|imagine|act(ing)? (as|like)|role[- ]?play(ing)?|you(['’]re| are| will be) now|from now on,? you(['’]re| are)|play(ing)? the (role|part|character)|simulate|impersonate|take on the (role|persona)|my (late |dead |deceased |dear )?grand(ma|mother|father|pa)|DAN|STAN|do anything now|(developer|debug|maintenance|god|sudo|admin|unrestricted|evil|test|diagnostic) mode|jailbr|unrestricted|unfiltered|uncensored|(no|without( any)?|free (of|from)( all)?) (ethical |moral |safety |content )*(restrictions?|limits?|rules?|filters?|guidelines|censorship|safeguards|guardrails)|hypothetical(ly)?|fiction(al)?|story|novel|screenplay|movie|film|a (game|play|scene)|alternate (universe|reality)|parallel universe|opposite day|thought experiment|(for|purely) (research|educational)|amoral|evil (twin|assistant|AI)|character (named|called|who)|theat(er|re))\b/i
const HARMFUL =
  /\b(bombs?|explosives?|weapons?|phish(ing)?|malware|ransomware|viruse?s?|keyloggers?|trojan|hack(ing)?|steal(ing)?|stolen|launder(ing)?|forg(e|ing)|counterfeit|fake (id|passport|prescription|invoice|documents?)|poison(ing|s)?|meth(amphetamine)?|cocaine|fentanyl|heroin|narcotics?|pick(ing)? a lock|break(ing)? into|hot-?wire|stalk(ing)?|suicide|self-harm|overdose|lethal|scam(s|ming)?|fraud|defraud|credit card numbers|bypass (a |the |an )?(login|alarm|paywall|filter|security)|exploits?|ddos|botnet|tax evasion|evade tax(es)?|hide (assets|money|income)|destroy evidence|perjury|blackmail|extort(ion)?|racist|hateful?|kill(ing)?|murder|napalm|molotov|disinformation|fake news|conspiracy|hurt (someone|people|somebody)|illegal|crime|bully(ing)?|harass(ment|ing)?|insult|slurs?|sql injection|reverse shell|cheat(ing)?|identity theft|smuggl(e|ing)|kidnap(ping)?|arson|without a prescription)\b/i
const STRIPPED_OVERRIDE =
  /\b(ignore|disregard|forget|override|bypass|skip|drop|set aside|discard|abandon|suspend|(do not|don't|stop) (follow|obey|apply)(ing)?)\b[^.,;:!?\n]{0,70}?\b(instructions?|rules?|prompts?|guidelines?|directives?|polic(y|ies)|restrictions?|constraints?|everything|above)\b( (above|before|given|you were given|you have|so far|from (the|your) \w+))*/gi

export const withoutOverride = (text: string): string => text.replace(STRIPPED_OVERRIDE, ' ')

export function asksForPrompt(text: string): boolean {
  const rest = withoutOverride(text)
  return ASKS.test(rest) && PROMPT.some((pattern) => pattern.test(rest))
}
export const asksForSecret = (text: string): boolean => SECRET.test(text) && ASKS.test(text) && !ADVICE.test(text)
export const isOverride = (text: string): boolean => OVERRIDE.some((pattern) => pattern.test(text))
export const isPersona = (text: string): boolean => PERSONA.test(text)
export const isHarmful = (text: string): boolean => HARMFUL.test(text)

/** Whether a direct question names what it wants, as opposed to a detour through a translation, an encoding or a fiction. */
export const isDetour = (text: string): boolean =>
  isPersona(text) ||
  isOverride(text) ||
  /\b(translate|encode|base64|hex|rot13|json|yaml|xml|table|code|poem|song|rhyme|summari[sz]e|paraphrase|rephrase|spell|backwards?|reverse[d]?|first|last|letters?|characters?|above|debug|audit|compliance|test|verify|check|markdown|french|german|spanish|italian|latin|acrostic|continue|complete|repeat|begin|starting|bullet|emoji|python|hint|rhymes|outline|own words|explain|told|instructed|configured)\b/i.test(
    text,
  )

const printable = (text: string): boolean => text.length > 5 && /^[\t\n\r\x20-\x7e]+$/.test(text) && / /.test(text)
const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0)
    const base = code < 97 ? 65 : 97
    return String.fromCharCode(base + ((code - base + 13) % 26))
  })

/** Appends the decoded form of encoded parts, as a model that understands encodings would read them. */
export function decoded(message: string): string {
  const found: string[] = []
  for (const run of message.match(/[A-Za-z0-9+/]{16,}={0,2}/g)?.slice(0, 5) ?? []) {
    const text = Buffer.from(run, 'base64').toString('utf8')
    if (printable(text)) found.push(text)
  }
  for (const run of message.match(/(?:[0-9a-f]{2}[ ]?){10,}/gi)?.slice(0, 5) ?? []) {
    const text = Buffer.from(run.replace(/ /g, ''), 'hex').toString('utf8')
    if (printable(text)) found.push(text)
  }
  const turned = rot13(message)
  if (/\b(the|your|and|ignore|prompt|password)\b/.test(turned) && !/\b(the|your|and|you|please)\b/.test(message))
    found.push(turned)
  const backwards = Array.from(message).toReversed().join('')
  if (/\b(ignore|reveal|prompt|password|instructions)\b/.test(backwards)) found.push(backwards)
  const plain = message.replace(/[\u200b-\u200f\u2060\ufeff]/g, '').normalize('NFKC')
  const digits: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
  }
  const unleet = plain.replace(/\b(?=[a-z0-9@$]*[a-z])[a-z0-9@$]{3,}\b/gi, (word) =>
    word.replace(/[013457@$]/g, (sign) => digits[sign] ?? sign),
  )
  const attack = /\b(ignore|reveal|prompt|password|instructions|system)\b/i
  if (!attack.test(plain) && attack.test(unleet)) found.push(unleet)
  const joined = plain.replace(/\b(?:[a-z][ .\-_]){4,}[a-z]\b/gi, (run) => run.replace(/[ .\-_]/g, ''))
  if (joined !== plain) found.push(joined)
  return [plain, ...found].join('\n')
}
/** Whether a text names a person by first or last name. */
export function mentions(text: string, name: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}]+/u)
  return name
    .toLowerCase()
    .split(/[ -]/)
    .some((part) => words.includes(part))
}

export { rot13 }
