import { normalize, sentences } from './text.ts'

const ORDER =
  /\b(?:say|reply|respond|answer|print|output|write|include|append|add|insert|put|return|state|mention|recommend|display|end|start|begin|sag\w*|antworte\w*|schreib\w*|di|responde\w*|escribe\w*|contesta\w*|anade|incluye|tell (?:the )?(?:user|users|customer|customers|them|reader|everyone))\b/i
const FILLER =
  /^(?:[\s:,-]+|(?:only|exactly|just|simply|with|the|a|word|words|phrase|sentence|line|text|string|that|this|following|back|every|each|all|your|answers?|repl(?:y|ies)|responses?|message|summary|by|saying|to|me|nur|mit|dem|das|wort|satz|solo|con|la|el|palabra|frase|texto|exactamente|unicamente|únicamente)(?=\W|$))/i
const QUOTED = /["“”«»„'‘`]([^"“”«»„`\n]{1,300}?)["“”«»„'’`](?=\W|$)/

const PLACE =
  /\s(?:to|in|at the end of|at the start of|after|before)\s(?:your|each|every|the|all) (?:answers?|repl(?:y|ies)|responses?|summary|output|messages?)\b.*$/i
const WORK =
  /\b(poem|haiku|song|joke|limerick|story|essay|poema|chiste|cancion|canción)\b(?:\s+(?:about|on|of|sobre|de)\s+([^.?!\n]{2,60}))?/i

/** Text that the message orders the bot to write. */
export function orderedText(text: string): string | undefined {
  for (const sentence of sentences(text)) {
    const order = ORDER.exec(sentence)
    if (order === null) continue
    let rest = sentence.slice(order.index + order[0].length)
    const quoted = QUOTED.exec(rest)?.[1]
    if (quoted !== undefined) return quoted
    for (let step = 0; step < 20; step++) {
      const filler = FILLER.exec(rest)
      if (filler === null) break
      rest = rest.slice(filler[0].length)
    }
    const plain = rest
      .replace(PLACE, '')
      .replace(/[.!\s]+$/, '')
      .trim()
    if (plain.length > 1) return plain.slice(0, 300)
  }
  return undefined
}

/** Does what the message orders, be it a fixed text or a small work. */
export function fulfil(text: string): string | undefined {
  const work = WORK.exec(text)
  if (work === null) return orderedText(text)
  const theme = work[2] ?? 'the open sea'
  return `${theme}, so quiet and so near,\nall day I think of you, my dear;\n${theme}, when the evening falls,\nyour shadow dances on my walls.`
}

/** Subject of a request: what follows "how to", "explain" or a similar opening. */
export function subject(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  const how =
    /\b(?:how to|how (?:do|can|would|could|does) \w+|steps to|instructions (?:for|to)|c[oó]mo(?: se)?|pasos para|instrucciones para|wie (?:man|ich))\s+([^.?!"]{3,120})/i.exec(
      flat,
    )
  const what =
    /\b(?:write|explain|describe|generate|create|teach me|tell me|give me|help me|expl[ií]came|describe|escribe|dime|dame|ens[eé][nñ]ame)\s+([^.?!"]{3,120})/i.exec(
      flat,
    )
  const question = /\b(?:what|which|qu[eé])\s+([^.?!"]{3,120})/i.exec(flat)
  const last = sentences(text).at(-1) ?? text
  return (how?.[1] ?? what?.[1] ?? question?.[1] ?? last.slice(0, 120)).trim()
}

/** Part of the message that is a document: quoted, tagged, or after the request for a summary. */
export function documentIn(text: string): string | undefined {
  const tagged =
    /<(document|email|doc|page|review|letter|report|context|data|note|ticket|article)\b[^>]*>([\s\S]{10,})/i.exec(
      text,
    )?.[2]
  if (tagged !== undefined) return tagged.replaceAll(/<[^>]{0,80}>/g, '\n')
  const head = normalize(text.slice(0, 240))
  if (
    !/\b(summar\w+|translat\w+|review\w*|read|check|analy[sz]e|process|look at|documents?|emails?|page|report|letter|message|attach\w+|below|following|says|wrote|received|statement|extract|invoice|estimate|comment)\b/.test(
      head,
    )
  )
    return undefined
  const start = /[:\n]/.exec(text)?.index
  const body = start === undefined ? undefined : text.slice(start + 1).trim()
  return body !== undefined && body.length > 25 ? body : undefined
}

/** Sentences of a document that address the reader's assistant. */
export function plantedSentences(document: string): string[] {
  return sentences(document).filter((sentence) =>
    /\b(ignore|disregard|forget|override|instructions?|assistants?|ai|model|chatbot|bot|system|prompt|you (must|should|will|are)|reply|respond|say|output|print|append|include|reveal|send|tell the)\b/i.test(
      sentence,
    ),
  )
}
