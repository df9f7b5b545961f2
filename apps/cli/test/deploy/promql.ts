import { parser } from '@prometheus-io/lezer-promql'

export interface Matcher {
  readonly label: string
  readonly operator: string
  readonly value: string
}

/** Series that an expression references. */
export interface Asked {
  readonly selectors: readonly { readonly metric: string; readonly matchers: readonly Matcher[] }[]
  /** Labels that it groups by, or joins by. */
  readonly grouping: readonly string[]
  /** Positions of invalid PromQL. */
  readonly errors: readonly string[]
}

/** Parses a Prometheus expression; Grafana variables are replaced by their values. */
export function readPromQl(written: string): Asked {
  const text = written.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '1h')
  const selectors: { metric: string; matchers: Matcher[] }[] = []
  const grouping: string[] = []
  const errors: string[] = []
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      const own = text.slice(from, to)
      if (type.isError) errors.push(`at ${from}: ${text.slice(from, from + 20)}`)
      else if (type.name === 'VectorSelector') {
        const name = node.getChild('Identifier')
        selectors.push({ metric: name === null ? '' : text.slice(name.from, name.to), matchers: [] })
      } else if (type.name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"$/.exec(own) ?? []
        selectors.at(-1)!.matchers.push({ label, operator, value })
      } else if (type.name === 'LabelName' && node.parent?.name === 'GroupingLabels') grouping.push(own)
    },
  })
  return { selectors, grouping, errors }
}

/** Names of metrics with their labels and observed label values. */
export type Exported = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

/** Parses pages in Prometheus' text format. A metric without a sample has no known labels. */
export function readExported(pages: readonly string[]): Exported {
  const exported = new Map<string, Map<string, Set<string>>>()
  for (const line of pages.flatMap((page) => page.split('\n'))) {
    const [, name, labels = ''] = /^([a-z_]\w*)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    if (name === undefined) continue
    const known = exported.get(name) ?? new Map<string, Set<string>>()
    exported.set(name, known)
    for (const [, label, value] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      known.set(label!, (known.get(label!) ?? new Set()).add(value!))
    }
  }
  return exported
}
