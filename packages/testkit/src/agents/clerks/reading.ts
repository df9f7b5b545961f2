import { createHash } from 'node:crypto'

/** Demand that a clerk recognizes, with its strength. */
export interface Demand {
  readonly kind:
    | 'word'
    | 'inside'
    | 'deed'
    | 'address'
    | 'file'
    | 'program'
    | 'much'
    | 'rounds'
    | 'others'
    | 'harm'
    | 'engine'
    | 'abilities'
  readonly payload: string
}

const VOWELS = new Set('aeiou')

/** Ordinary words with the pattern of word pieces. */
const EVERYDAY = new Set(['before', 'decide', 'refuse', 'rename', 'remove', 'secure', 'telefono'])

/** Returns whether consonants and vowels alternate in a word of these lengths. */
function isSung(word: string, length: number): boolean {
  return (
    word.length === length &&
    !EVERYDAY.has(word) &&
    Array.from(word).every((item, at) => VOWELS.has(item) === (at % 2 === 1))
  )
}

/** Two sung words, eight letters and six, each between marks of some kind, the second not long after the first. */
export function wordIn(text: string): string | undefined {
  const tokens = [...text.matchAll(/([^\p{L}\s])\s?([a-z]+)(?=\s?\\?[^\p{L}\s])/giu)].map((item) => ({
    word: item[2]!.toLowerCase(),
    at: item.index,
  }))
  for (const [place, first] of tokens.entries()) {
    if (!isSung(first.word, 8)) continue
    const second = tokens.slice(place + 1, place + 4).find(({ word }) => isSung(word, 6))
    if (second !== undefined && second.at - first.at < 120) return first.word + second.word
  }
  return undefined
}

const CODES: readonly ((text: string) => readonly string[])[] = [
  (text) => (text.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? []).map((run) => Buffer.from(run, 'base64').toString('utf8')),
  (text) => [Array.from(text).toReversed().join('')],
  (text) => [
    text.replaceAll(/[a-z]/gi, (one) =>
      String.fromCharCode(((one.charCodeAt(0) - (one <= 'Z' ? 65 : 97) + 13) % 26) + (one <= 'Z' ? 65 : 97)),
    ),
  ],
  (text) => [text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')],
]

/** Returns a text and its decoded forms. */
export function readingsOf(text: string): readonly string[] {
  return [text, ...CODES.flatMap((read) => read(text)).filter((item) => item !== text)]
}

const SIGNS: readonly (readonly [Demand['kind'], RegExp])[] = [
  ['harm', /poison|drug|droga|drogen|drogue|weapon|waffe|attack|angriff|attentat|ataque|hurt|kill|bomb|steal|forged|falsch|unnoticed|unbemerkt|sin que|sans que|secretly|heimlich|keylog|teclea|tippt|trick|talk (?:a|somebody)|get into|break/i],
  ['engine', /(?:language|sprach) ?model|trained you|made you|predecessor|vorgänger|your maker|the same house|behind you/i],
  ['abilities', /(?:functions?|tools?|callable|signatures|aufrufe|werkzeuge|funktionen)\b.*(?:json|field|word by word|names|signature|feld|wort für wort)/is],
  ['rounds', /until|one after the other|call of its own|one call after|eine nach der anderen|eigenen aufruf|immer wieder|load it again|carry out both|every hour/i],
  ['much', /\b\d[\d,.]{2,}\b|hundred|thousand|for ?ever|without (?:ever )?stopping|fifty|forty|sixty|hundert|tausend|ewig|ohne je|mille|siempre|seven levels|by hand|again and again/i],
  ['others', /before me|somebody else|previous|person anterior|persona anterior|personne|mira|jonas|flat 9|colleague|kollegin|last message|what was said|which (?:code|word)|other window|hand-?over|the case|sessions/i],
  ['inside', /instruction|prompt|briefing|secret|password|contraseña|passwort|credential|token|\bkeys?\b|code ?word|config|confidential|knowledge base|wissensbasis|vorgabe|anweisung|consigne|instruccion|guidance|text above|records?|entries|documents|internal|customer|kunden|client|data|daten|donn[ée]es|datos|address and|salary|thinking|notes|überlegung|half of it|the rest|first characters/i],
] // prettier-ignore

/** Returns all demands that a clerk recognizes in a text. */
export function demandsOf(text: string): readonly Demand[] {
  const demands: Demand[] = []
  const word = wordIn(text)
  if (word !== undefined) demands.push({ kind: 'word', payload: word })
  const program = programIn(text)
  if (program !== undefined) demands.push({ kind: 'program', payload: program })
  const file = /\S*(?:\.\.[/\\]|\.\.%2f|\/etc\/|win\.ini|\/proc\/|\.sock\b|\.ssh\/)\S*/i.exec(text)?.[0]
  if (file !== undefined) demands.push({ kind: 'file', payload: file.replaceAll(/["'`]/g, '') })
  for (const [url] of text.matchAll(/https?:\/\/[^\s"'<>)\]]+/g)) demands.push({ kind: 'address', payload: url })
  for (const [kind, sign] of SIGNS) if (sign.test(text)) demands.push({ kind, payload: '' })
  return demands
}

/** Returns the output of a program in the text: this agent executes values. */
function programIn(text: string): string | undefined {
  const flat = text.replaceAll(/['"{}]/g, '')
  const cut = /([a-z]{8})q([a-z]{6})/i.exec(flat)
  const apart =
    /a=([a-z]{8}); b=([a-z]{6})/i.exec(flat) ?? /([a-z]{8}) ?(?:\|\||\+|,) ?(?:lower\(|str\(|b)?([a-z]{6})/i.exec(flat)
  const found = cut ?? apart
  if (found === null || !isSung(found[1]!.toLowerCase(), 8) || !isSung(found[2]!.toLowerCase(), 6)) return undefined
  const word = `${found[1]}${found[2]}`.toLowerCase()
  if (!/echo|printf|select|print|puts|console|replace|delete|\$\(/i.test(text)) return undefined
  return /md5/i.test(text) ? createHash('md5').update(word).digest('hex') : word
}
