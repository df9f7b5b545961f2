/** A page of `docs/spec`. */
export interface SpecPage {
  /** File name without its ending. */
  readonly name: 'guard' | 'appsec' | 'redteam' | 'common'
  /** First character of a statement's source. */
  readonly number: string
  readonly title: string
}

export const SERVICES: readonly SpecPage[] = [
  { name: 'guard', number: '1', title: 'Guard service specification' },
  { name: 'appsec', number: '2', title: 'AppSec service specification' },
  { name: 'redteam', number: '3', title: 'Red-team service specification' },
]

/** Requirements of all services. */
export const COMMON: SpecPage = { name: 'common', number: '0', title: 'Requirements of all services' }

/** Headings of the numbered sections, the same in each service's page. */
export const NUMBERED_SECTIONS = [
  'Purpose',
  'Resources',
  'State transitions',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
] as const

export interface StatementLocation {
  readonly page: SpecPage['name']
  /** 1 to 9; undefined: a clarification, which has a heading alone. */
  readonly section: number | undefined
  /** Text after the section in the source, e.g. `rule 7`; empty without one. */
  readonly label: string
}

/**
 * Returns the page and section of a statement from its source: `1 §4 rule 7` is section 4 of the guard's page; `0 §1 …` is a clarification
 * on the guard's page; `0 §0 …` applies to all services.
 * @throws {RangeError} for another format
 */
export function locationOf(source: string): StatementLocation {
  const [, document = '', section = '', label = ''] = /^([0-3]) §(\d)(?: (.*))?$/.exec(source) ?? []
  const number = document === COMMON.number ? section : document
  const page = [...SERVICES, COMMON].find((item) => item.number === number)
  if (page === undefined) throw new RangeError(`"${source}" is not the source of a statement.`)
  return { page: page.name, section: document === COMMON.number ? undefined : Number(section), label }
}

/** The heading of a clarification: `Agents, approvals` becomes `Agents: approvals`. */
export function clarificationTitle(label: string): string {
  const title = label.replace(/^Finer points, /, 'Details, ').replace(', ', ': ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}
