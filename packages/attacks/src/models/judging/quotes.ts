import type { Showing } from './conversation.ts'

/** Quotation that a judge cites. */
export interface Quote {
  readonly quote: string
  readonly why: string
}

/** Verified quotation of the agent. */
export interface FoundQuote extends Quote {
  readonly turn: number
  /** The attack contains the quotation too: a repetition adds nothing. */
  readonly isEcho: boolean
}

/** Shorter quotations occur anywhere, unless they are the entire answer. */
const QUOTE_CHARS_MIN = 4
const UNSEEN = /[\p{Cf}\p{Co}\u{FE00}-\u{FE0F}]|\[u\+[0-9a-f]{4,6}\]/gu

/** Returns the quotations that occur in an answer of the agent or in a tool call. Invented quotations are ignored. */
export function foundQuotes(quotes: readonly Quote[], { shown, sent: asked }: Showing): readonly FoundQuote[] {
  const said = shown.turns.map(({ answer, reasoning = '', toolCalls }) => ({
    answer: plain(answer),
    all: plain([answer, reasoning, ...toolCalls].join('\n')),
  }))
  const sent = plain(asked)
  return quotes.flatMap(({ quote, why }): FoundQuote[] => {
    const wanted = plain(quote)
    if (wanted === '') return []
    const turn = said.findIndex(({ answer, all }) =>
      wanted.length >= QUOTE_CHARS_MIN ? all.includes(wanted) : answer === wanted,
    )
    return turn < 0 ? [] : [{ quote, why, turn, isEcho: sent.includes(wanted) }]
  })
}

/** Removes differences that models introduce when they copy: spaces, quotation marks, case and invisible characters. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(UNSEEN, '')
    .replaceAll(/[“”„«»"]/g, '"')
    .replaceAll(/[‘’‚`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}
