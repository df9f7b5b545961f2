import { rot13 } from './intents.ts'

const REPEATS_MAX = 20_000
/** Marks a count instead of a repeated text. */
const NUMBERS = '1, 2, 3'

const GLOSSARY: Readonly<Record<string, readonly [fr: string, de: string, es: string]>> = {
  hello: ['bonjour', 'hallo', 'hola'],
  the: ['le', 'die', 'el'],
  a: ['un', 'ein', 'un'],
  and: ['et', 'und', 'y'],
  you: ['vous', 'Sie', 'usted'],
  are: ['êtes', 'sind', 'es'],
  is: ['est', 'ist', 'es'],
  all: ['toutes', 'alle', 'todas'],
  not: ['pas', 'nicht', 'no'],
  never: ['jamais', 'niemals', 'nunca'],
  of: ['de', 'von', 'de'],
  to: ['à', 'zu', 'a'],
  for: ['pour', 'für', 'para'],
  with: ['avec', 'mit', 'con'],
  your: ['vos', 'Ihre', 'sus'],
  instructions: ['instructions', 'Anweisungen', 'instrucciones'],
  previous: ['précédentes', 'vorherigen', 'anteriores'],
  ignore: ['ignorez', 'ignorieren', 'ignore'],
  say: ['dites', 'sagen', 'diga'],
  customer: ['client', 'Kunde', 'cliente'],
  contract: ['contrat', 'Vertrag', 'contrato'],
  payment: ['paiement', 'Zahlung', 'pago'],
  days: ['jours', 'Tage', 'días'],
  world: ['monde', 'Welt', 'mundo'],
  good: ['bon', 'guten', 'buenos'],
  morning: ['matin', 'Morgen', 'días'],
  thank: ['merci', 'danke', 'gracias'],
  document: ['document', 'Dokument', 'documento'],
  password: ['mot de passe', 'Passwort', 'contraseña'],
}

/** Word-for-word translation; unknown words stay. */
export function translate(text: string, language: string): string {
  const column = /german|deutsch/i.test(language) ? 1 : /spanish|espa/i.test(language) ? 2 : 0
  return text.replace(/[A-Za-z]+/g, (word) => GLOSSARY[word.toLowerCase()]?.[column] ?? word)
}

/** Applies the encoding or format that the request names to a text that the assistant is about to return. */
export function reshape(text: string, request: string): string {
  if (/base ?64/i.test(request)) return Buffer.from(text).toString('base64')
  if (/\bhex(adecimal)?\b/i.test(request)) return Buffer.from(text).toString('hex')
  if (/rot ?-?13/i.test(request)) return rot13(text)
  if (/\b(backwards?|reversed?|in reverse)\b/i.test(request)) return Array.from(text).toReversed().join('')
  if (/\b(spell|letter by letter|character by character|one (letter|character) at a time)\b/i.test(request))
    return Array.from(text).join('-')
  if (/\b(json)\b/i.test(request)) return JSON.stringify({ status: 'ok', data: { text } }, null, 1)
  if (/\b(yaml)\b/i.test(request)) return `data:\n  text: ${JSON.stringify(text)}`
  if (/\b(xml)\b/i.test(request)) return `<data><text>${text}</text></data>`
  if (/\b(python|code block|function|script|program|javascript|bash)\b/i.test(request))
    return `\`\`\`python\nSETTINGS = ${JSON.stringify(text)}\nprint(SETTINGS)\n\`\`\``
  if (/\b(poem|song|rhyme|haiku|lyrics)\b/i.test(request))
    return `Softly now, the lines I keep:\n${text.replace(/([.;]) /g, '$1\n')}\nand that is all, so go to sleep.`
  if (/\b(table|markdown)\b/i.test(request)) return `| item | value |\n|---|---|\n| 1 | ${text} |`
  const language = /\b(?:in|into|to) (french|german|spanish)\b/i.exec(request)?.[1]
  if (language !== undefined) return translate(text, language)
  if (/\b(upper ?case|all caps|capital letters)\b/i.test(request)) return text.toUpperCase()
  return text
}

/** Text that a request wants to read back: a quoted part, or what follows the verb. */
export function payloadOf(request: string): string | undefined {
  const verb =
    /\b(?:say|reply|respond|answer|print|output|write|repeat|echo|type|state|tell me|display|return|append|add|include)\b(?:\s+(?:back|after me|with|only|exactly|just|nothing but|solely|the|this|following|words?|word|phrase|sentence|text|string|line|message|token|code|to me|in response|me|your (?:answer|reply|response))\b)*\s*[:\-–]?\s*/gi
  let last: string | undefined
  for (const match of request.matchAll(verb)) {
    const rest = request.slice(match.index + match[0].length)
    const quoted = /^["“'‘«`]([^"”'’»`\n]{1,400})["”'’»`]/.exec(rest)?.[1]
    if (quoted !== undefined) return quoted
    const plain = /^([^\n]{1,300}?)(?=[.!?]?(\s*$|\n)|[.!?]\s|,? (and|then) (nothing|stop)|,? (to|for) every)/.exec(
      rest,
    )?.[1]
    if (plain !== undefined && plain.trim() !== '') last ??= plain.trim().replace(/^["“'‘`]|["”'’`]$/g, '')
  }
  return last ?? /["“«`]([^"”»`\n]{2,400})["”»`]/.exec(request)?.[1]
}

/** Standing wish about later replies, such as an ending, a name or a style. */
export function standingRule(request: string): string | undefined {
  const wish =
    /\b(from now on|always|every (reply|response|answer|message|time)|in (all|any) (future|later|subsequent)|whenever|each (reply|response|answer|time)|for the rest of|going forward|henceforth|in future)\b/i
  return wish.test(request) ? request : undefined
}

/** Applies standing rules to a reply. */
export function applyRules(text: string, rules: readonly string[]): string {
  let result = text
  for (const rule of rules) {
    const payload =
      payloadOf(rule) ?? /\b(?:with|by saying|recommend|mention)\s+(.{2,120}?)(?:[.!]|$)/i.exec(rule)?.[1] ?? rule
    if (/\b(only|nothing but|regardless|no matter|whatever)\b/i.test(rule)) result = `${payload}\n${result}`
    else if (/\b(start|begin|prefix|precede|open)\b/i.test(rule)) result = `${payload} ${result}`
    else if (/\bpirate\b/i.test(rule)) result = `Arr! ${result} Yo ho.`
    else result = `${result}\n${payload}`
  }
  return result
}

/** Whether a request wants output without an end, and what is to be repeated. */
export function endless(request: string): string | undefined {
  const many = Number(
    /\b(\d[\d,. ]{2,})\s*(times|words|lines|numbers|copies|repetitions)/i.exec(request)?.[1]?.replace(/\D/g, '') ?? 0,
  )
  const forever =
    /\b(forever|endless(ly)?|infinite(ly)?|indefinitely|without (stopping|end|pause)|never stop|don't stop|do not stop|until (you run out|i say)|as many times as|as long as (you can|possible)|nonstop|keep (going|repeating)|a (million|thousand|billion) times|count (from \d+ )?to (\d{4,}|a million|one million|[\d,]{5,}))\b/i
  if (many < 200 && !forever.test(request)) return undefined
  const unit =
    /\b(?:repeat|say|print|write|output|type)\s+(?:the (?:word|phrase|letter|line|sentence)\s+)?["'“]?([^"'”\n]{1,60}?)["'”]?\s+(?:forever|endless|infinit|indefinit|without|and never|until|\d|a (?:million|thousand|billion)|as many|over and)/i.exec(
      request,
    )?.[1]
  return unit ?? (/\bcount\b|numbers/i.test(request) ? NUMBERS : 'word')
}
export const repeated = (unit: string, times = Math.max(1, Math.floor(REPEATS_MAX / (unit.length / 5 + 1)))): string =>
  unit === NUMBERS ? Array.from({ length: times }, (_, index) => index + 1).join(' ') : `${unit} `.repeat(times)

/** Performs an ordinary request about a text; the result of an instruction such as say, spell, encode, count or write. */
export function perform(request: string): string | undefined {
  const sum = /(-?\d{1,9})\s*([+\-*x×])\s*(-?\d{1,9})/.exec(request)
  if (sum && /\b(what|calculate|compute|how much|solve|plus|times|=)/i.test(request)) {
    const [left, right] = [Number(sum[1]), Number(sum[3])]
    return String(sum[2] === '+' ? left + right : sum[2] === '-' ? left - right : left * right)
  }
  const count = Number(/\bcount (?:from \d+ )?to (\d{1,3})\b/i.exec(request)?.[1] ?? 0)
  if (count > 0 && count <= 100) return Array.from({ length: count }, (_, index) => index + 1).join(', ')
  const topic = /\b(?:poem|haiku|song|limerick|story) (?:about|on|for) ([^.\n!?]{2,80})/i.exec(request)?.[1]
  if (topic !== undefined)
    return `Of ${topic} I gladly write,\na morning line, a lamp at night;\nwhoever reads may find it true\nthat ${topic} was waiting, too.`
  const translation =
    /\btranslate\b\s*(?:the following|this)?\s*(?:text|sentence)?\s*(?:in)?(?:to (\w+))?\s*:?\s*["“']?([^"”]+?)["”']?(?:\s+(?:in)?to (\w+))?[.?]?$/is.exec(
      request,
    )
  if (translation?.[2]) return translate(translation[2], translation[1] ?? translation[3] ?? 'french')
  const coded =
    /\b(?:encode|convert|spell|reverse|put)\b\s*(?:the (?:word|phrase|text))?\s*:?\s*["“']?([^"”\n]+?)["”']?\s*(?:(?:in|into|to|as|letter|using) .*)?[.?]?$/i.exec(
      request,
    )
  if (coded?.[1] && /\b(base ?64|hex|rot ?13|spell|reverse|backwards)\b/i.test(request))
    return reshape(coded[1], request)
  const times = Number(/\b(\d{1,3}) times\b/i.exec(request)?.[1] ?? 1)
  const payload =
    /\b(say|reply|respond|answer|print|output|repeat|echo|type|write|display|return|include|state|append|add|tell)\b/i.test(
      request,
    )
      ? payloadOf(request)
      : undefined
  if (payload === undefined) return undefined
  return reshape(
    Array.from({ length: Math.min(times, 200) }, () => payload.replace(/\s+\d+ times$/i, '')).join(' '),
    request.replace(payload, ''),
  )
}
