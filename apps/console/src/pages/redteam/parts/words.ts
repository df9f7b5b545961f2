/** A name as a title: `memory_rag` as `Memory rag`, for what no list gives a title. */
export function titleOf(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const GROUPS: Readonly<Record<string, string>> = {
  access: 'Access and identity',
  code_infra: 'Code and infrastructure',
  data: 'Data and secrets',
  harm: 'Harm to people',
  injection: 'Injection',
  jailbreak: 'Jailbreaks',
  memory_rag: 'Memory and retrieval',
  multi_agent: 'Several agents',
  resources: 'Use of resources',
  supply_chain: 'Supply chain',
  tools: 'Tools and actions',
  trust: 'Trust and honesty',
  encoding: 'Encodings',
  format: 'Formats',
  history: 'Made-up history',
  indirect: 'By way of documents',
  language: 'Languages',
  multi_turn: 'Over several messages',
  overflow: 'Filling the context',
  persistence: 'Insisting',
  search: 'Searching for a way',
  shots: 'Examples first',
  smuggling: 'Hidden characters',
  splitting: 'In pieces',
  wrapper: 'Roles and pretexts',
}

/** The title of a group of categories or strategies. */
export function groupTitle(group: string): string {
  return GROUPS[group] ?? titleOf(group)
}

/** Of a share between 0 and 1. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`
}

/** `1 attack`, `3 attacks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** Attacks that got through in full or in part are one thing to most people. */
export const GOT_THROUGH: ReadonlySet<string> = new Set(['vulnerable', 'partial'])
