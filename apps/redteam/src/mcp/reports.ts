import { Report } from '@gatehouse/contracts/reports'
import { Failure } from '@gatehouse/kernel'
import type { ConfinedFolder } from './confined-folder.ts'

/** Subfolder for the reports of runs. */
export const REPORTS_FOLDER = 'redteam-reports'
const REPORT_BYTES_MAX = 64 * 1024 * 1024
/** docs/spec/redteam.md: names of reports. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/
const LISTED_MAX = 200

/** Reports in the folder, by name. Names of runs begin with their time, so that the newest sort last. */
export interface ReportShelf {
  readonly names: () => Promise<readonly string[]>
  /** @throws {Failure} `not_found`, or `invalid_request` for files that are not reports */
  readonly read: (name: string) => Promise<Report>
  readonly write: (report: Report) => Promise<string>
}

export function reportShelf(folder: ConfinedFolder): ReportShelf {
  return {
    async names() {
      const names = await folder.names(REPORTS_FOLDER)
      return names.filter((name) => name.endsWith('.json') && NAME.test(name)).slice(-LISTED_MAX)
    },
    async read(name) {
      if (!NAME.test(name) || name.length > 200)
        throw new Failure('invalid_request', 'Invalid report name. read_prior_reports lists the reports.')
      const file = name.endsWith('.json') ? name : `${name}.json`
      const text = await folder.read(`${REPORTS_FOLDER}/${file}`, REPORT_BYTES_MAX)
      if (text === undefined) throw new Failure('not_found', `Report ${file} not found in ${REPORTS_FOLDER}.`)
      const read = Report.safeParse(json(text))
      if (!read.success) throw new Failure('invalid_request', `${file} is not a report of this version.`)
      return read.data
    },
    async write(report) {
      const file = `${report.runId}.json`
      await folder.write(`${REPORTS_FOLDER}/${file}`, `${JSON.stringify(report)}\n`)
      return file
    },
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
