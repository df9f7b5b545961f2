import type { EndpointTable } from '@gatehouse/contracts'
import { type Citations, findCitations } from '../../spec/citations.ts'
import { statements } from '../../spec/index.ts'
import { clarificationTitle, COMMON, NUMBERED_SECTIONS, locationOf, SERVICES, type SpecPage } from '../../spec/pages.ts'
import type { Statement } from '../../spec/statement.ts'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

const FOLDER = 'docs/spec'
const ENDPOINTS_SECTION = 4

export default {
  about: 'The specification: endpoints and requirements of each service, with the tests that verify them',
  owns: [`${FOLDER}/`],
  async generate(root) {
    const { listEndpoints, platformEndpoints } = await import('@gatehouse/contracts')
    const { appsecEndpoints } = await import('@gatehouse/contracts/appsec')
    const { guardEndpoints } = await import('@gatehouse/contracts/guard')
    const { redteamEndpoints } = await import('@gatehouse/contracts/redteam')
    const endpoints: Readonly<Record<string, EndpointTable>> = {
      guard: guardEndpoints,
      appsec: appsecEndpoints,
      redteam: redteamEndpoints,
      common: platformEndpoints,
    }
    const citations = findCitations(root)
    const pages = [...SERVICES, COMMON].map((spec) => {
      const own = statements.filter(({ source }) => locationOf(source).page === spec.name)
      const rows = listEndpoints(endpoints[spec.name] ?? {}).map((row) => [
        row.name,
        row.method,
        code(row.path),
        row.auth,
        String(row.status),
        cell(row.summary),
      ])
      return { spec, own, text: specPage(spec, own, endpointTable(rows), citations) }
    })
    const counts = pages.map(({ spec, own }) => [
      `[${spec.title}](${spec.name}.md)`,
      String(own.length),
      String(own.filter(({ id }) => citations.has(id)).length),
    ])
    return {
      ...Object.fromEntries(pages.map(({ spec, text }) => [`${FOLDER}/${spec.name}.md`, text])),
      [`${FOLDER}/README.md`]: page([
        '# Specification',
        '',
        'Each page lists the endpoints and requirements of one service. Tests cite requirements by id. Comments in the code cite',
        'a page with a section number (`docs/spec/guard.md §4 rule 7`) or a heading (`docs/spec/guard.md "Agents: approvals"`).',
        '`spec/uncited.json` lists the requirements without a test; that list may only shrink.',
        '',
        ...table(['Page', 'Requirements', 'Verified by tests'], counts),
      ]),
    }
  },
} satisfies Generator

const endpointTable = (rows: readonly (readonly string[])[]): string[] => [
  'The column "Access" names the credential: `none`, `runtime` (any tenant key), `config` (a tenant key with scope admin),',
  '`platform` (the admin key of the deployment), `member` (session or API key of an organization), `tester` (a principal with',
  'a red-team role).',
  '',
  ...table(['Operation', 'Method', 'Path', 'Access', 'Status', 'Summary'], rows),
]

function specPage(
  { title, number }: SpecPage,
  own: readonly Statement[],
  endpoints: readonly string[],
  citations: Citations,
): string {
  const placed = own.map((statement) => ({ statement, place: locationOf(statement.source) }))
  const group = (rows: typeof placed): string[] =>
    requirements(
      rows.map(({ statement }) => statement),
      citations,
    )
  const numbered = NUMBERED_SECTIONS.flatMap((heading, at) => {
    const rows = placed.filter(({ place }) => place.section === at + 1)
    const withEndpoints = at + 1 === ENDPOINTS_SECTION
    if (rows.length === 0 && !withEndpoints) return []
    const labels = [...new Set(rows.map(({ place }) => place.label))]
    return [
      '',
      `## ${at + 1}. ${heading}`,
      ...(withEndpoints ? ['', ...endpoints] : []),
      ...labels.flatMap((label) => [
        ...(label === '' ? [] : ['', `### ${capitalized(label)}`]),
        '',
        ...group(rows.filter(({ place }) => place.label === label)),
      ]),
    ]
  })
  const clarified = placed.filter(({ place }) => place.section === undefined)
  const titles = [...new Set(clarified.map(({ place }) => clarificationTitle(place.label)))]
  return page([
    `# ${title}`,
    ...(number === COMMON.number ? ['', '## Endpoints', '', ...endpoints] : numbered),
    ...(titles.length === 0 || number === COMMON.number ? [] : ['', '## Clarifications']),
    ...titles.flatMap((heading) => [
      '',
      `${number === COMMON.number ? '##' : '###'} ${heading}`,
      '',
      ...group(clarified.filter(({ place }) => clarificationTitle(place.label) === heading)),
    ]),
  ])
}

function requirements(rows: readonly Statement[], citations: Citations): string[] {
  return table(
    ['Id', 'Requirement', 'Tests'],
    rows.map(({ id, text }) => [
      code(id),
      cell(text),
      (citations.get(id) ?? []).map((path) => `[${nameOf(path)}](../../${path})`).join(', '),
    ]),
  )
}

/** The file name without folders and endings: short enough for a column. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace('.test.ts', '')
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
