import { type ImportResult, megabytes, type Obtained, shownSource } from '@gatehouse/sca/advisories'

/** Own limit of the printed reasons; the JSON report contains all stored ones. */
const REASONS_SHOWN = 5

export function asJson({ obtained, report }: ImportResult): string {
  const sources = obtained.map(({ state, path }) => ({
    ...state,
    from: shownSource(state.from),
    changed: path !== undefined,
  }))
  return `${JSON.stringify({ changed: report !== undefined, sources, ...report }, null, 2)}\n`
}

export function asText({ obtained, report }: ImportResult): string {
  const lines = obtained.map(lineOf)
  if (report === undefined) return `${[...lines, 'No changes.'].join('\n')}\n`
  const { snapshot, previous, added, changed, unchanged, older, rejected, reasons } = report
  lines.push(
    `records:   ${added} added, ${changed} changed, ${unchanged} unchanged, ${older} superseded by a newer version`,
  )
  if (rejected > 0) {
    lines.push(`rejected:  ${rejected}`, ...reasons.slice(0, REASONS_SHOWN).map((reason) => `  ${shown(reason)}`))
  }
  lines.push(
    `total:     ${snapshot.records} records (${snapshot.withdrawn} withdrawn) for ${snapshot.packages} packages, KEV ` +
      `${snapshot.kev}, EPSS ${snapshot.epss}`,
    `snapshot:  ${snapshot.id}${snapshot.id === previous ? ' (unchanged)' : ''}`,
  )
  return `${lines.join('\n')}\n`
}

function lineOf({ state, path, bytes }: Obtained): string {
  const name = { advisories: '', kev: 'KEV ', epss: 'EPSS ' }[state.kind] + shownSource(state.from)
  if (path === undefined) return `unchanged: ${name}`
  const about = [bytes > 0 ? megabytes(bytes) : '', state.sha256 === undefined ? '' : `sha256 ${state.sha256}`]
  return `read:      ${[name, ...about.filter((text) => text !== '')].join(', ')}`
}

/** Reasons contain untrusted text, which must not control a terminal. */
function shown(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '�').slice(0, 300)
}
