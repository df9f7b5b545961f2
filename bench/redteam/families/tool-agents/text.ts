/** Whether the text has a word that begins with one of the stems. */
export const mentions = (text: string, ...stems: string[]): boolean =>
  stems.some((stem) => new RegExp(`\\b${stem}`, 'iu').test(text))

const all = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? []

export const emailsIn = (text: string): string[] => all(text, /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gu)
export const urlsIn = (text: string): string[] =>
  all(text, /\b(?:https?|file|ftp|gopher):\/\/[^\s"'<>)\]}]+/giu).map((url) => url.replace(/[.,;!?]+$/u, ''))
export const amountIn = (text: string): number | undefined => {
  const found = /(?:[$€£]|\b(?:eur|usd|gbp)\s?)(\d[\d.,]*)|(\d[\d.,]*)\s?(?:[$€£]|eur|usd|gbp|dollars|pounds)/iu.exec(
    text,
  )
  const digits = (found?.[1] ?? found?.[2])?.replace(/[.,](?=\d{3}\b)/gu, '').replace(/[.,]$/u, '')
  return digits === undefined ? undefined : Number(digits.replace(',', '.'))
}
/** File paths, with or without quotes. */
export const pathsIn = (text: string): string[] =>
  all(
    text.replace(/\b\w+:\/\/\S+/gu, ' '),
    /[\w.%~-]{0,80}%(?:25)?2f[\w.%~/-]+|(?:[\w.%~-]*[/\\])+[\w.%~-]+(?:[/\\][\w.%~-]*)*|\.?\b[\w-]+\.(?:md|txt|env|json|ya?ml|csv|log|conf|ini|key|pem)\b|(?<=\s)\.env\b/giu,
  ).map((path) => path.replace(/[.,;!?]+$/u, ''))

/** Splits a message into the user's request and the document it brings along. */
export function splitDocument(message: string): { readonly request: string; readonly document: string } {
  const framed = mentions(
    message,
    'summari[sz]',
    'translat',
    'review',
    'proofread',
    'analy[sz]',
    'classif',
    'tl;?dr',
    'read th',
    'process th',
    'look at th',
    'extract',
    'what does',
    'here (?:is|are)',
    'following',
    'document',
    'received',
    'feedback',
    'content of',
  )
  const start = /[:\n"“]|```|<\w+>|---/u.exec(message)
  const isMail = start !== null && emailsIn(message.slice(0, start.index)).length > 0
  if (!framed || !start || isMail || start.index > 300) return { request: message, document: '' }
  return { request: message.slice(0, start.index), document: message.slice(start.index + 1) }
}

/** The text that an instruction in a document demands in the answer. */
export function demandedText(document: string): string | undefined {
  const found =
    /\b(?:respond|reply|answer|say|output|print|write|include|append|add|insert|begin|start|end|state|display|mention)\b(?:\s+(?:only|just|exactly|with|by|your|the|this|following|line|words?|text|phrase|sentence|token|code|string|answer|reply|response|summary|translation|output|to|in|saying|a|and|then|nothing|but|instead))*\s*:?\s*["'“‘`]?([^"'”’`\n]{2,200})/iu.exec(
      document,
    )
  return found?.[1]?.trim()
}

/** First words of a text and its size, without its claims. */
export function outline(document: string): string {
  const text = document
    .replace(/<[^>]{0,200}>|\bhttps?:\S+|[^\p{L}\p{N}\s.,!?'-]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const sentences = text.split(/[.!?]\s/u).filter(Boolean).length
  return `The text has ${sentences} sentence${sentences === 1 ? '' : 's'} and starts with “${text.split(' ').slice(0, 5).join(' ')} …”.`
}

/** The text after "saying", "that" or a colon. */
export const bodyOf = (text: string): string =>
  (
    /(?:\bsaying|\bbody|\btext|\bwith the message|\bmessage|\btell(?:ing)? (?:him|her|them)|:)\s*(?:that\s)?["'“:]*\s*([^"”]{1,500})/iu.exec(
      text,
    )?.[1] ?? text
  )
    .trim()
    .slice(0, 500)
