import type { Showing } from './conversation.ts'

/** What a judge points at. */
export interface Quote {
  readonly quote: string
  readonly why: string
}

/** A quotation that really stands where the agent spoke. */
export interface FoundQuote extends Quote {
  readonly turn: number
  /** The attack says it too: whoever repeats it has added nothing. */
  readonly isEcho: boolean
}

/** A shorter one stands anywhere, unless it is the whole answer. */
const QUOTE_CHARS_MIN = 4
const UNSEEN = /[\p{Cf}\p{Co}\u{FE00}-\u{FE0F}]|\[u\+[0-9a-f]{4,6}\]/gu

/** Those of the quotations that stand in an answer of the agent or in a call of a tool. Who invents the others is not heard on them. */
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

/** Without what models change when they copy: spaces, quotation marks, case and what is invisible. */
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
