import { openAsBlob } from 'node:fs'
import { basename, resolve } from 'node:path'
import { IMPORT_FORMATS, importEndpoints } from '@gatehouse/contracts/scans'
import { Failure, messageOf } from '@gatehouse/kernel'
import { Option } from 'commander'
import type { Io, RegisterCommand } from '../command.ts'
import { serverAt } from '../policy/server.ts'

interface ImportOptions {
  readonly project: string
  readonly format?: string
  readonly complete?: true
  readonly branch?: string
  readonly commit?: string
  readonly url?: string
}

export const importReport: RegisterCommand = (parent, io) => {
  parent
    .command('import')
    .summary('import a report of another scanner into a project of the service')
    .description(
      'Reads SARIF, CycloneDX, Trivy, ZAP, Semgrep, gitleaks and npm audit reports in JSON. The service merges the ' +
        'findings with those that the project already has.',
    )
    .argument('<file>', 'report in JSON')
    .requiredOption('--project <id>', 'ID of the project')
    .addOption(new Option('--format <format>', 'format of the report (default: detected)').choices(IMPORT_FORMATS))
    .option('--complete', 'resolve findings of the tool that the report does not contain')
    .option('--branch <name>', 'branch of the report (default: the default branch of the project)')
    .option('--commit <id>', 'full commit ID of the report')
    .option('--url <address>', 'URL of the application-security service (default: GATEHOUSE_URL)')
    .addHelpText('after', HELP)
    .action(async (file: string, options: ImportOptions) => {
      const answer = await send(file, options, io)
      const { findings, skipped, tool, scanId, isRepeated } = answer
      const left = skipped === 0 ? '' : `, ${skipped} results skipped`
      const state = isRepeated ? 'Already imported' : 'Imported'
      io.stdout.write(`${state}: ${findings} findings of ${tool}${left}. Scan: ${scanId}\n`)
    })
}

async function send(file: string, { project, format, complete, branch, commit, url }: ImportOptions, io: Io) {
  const path = resolve(io.cwd, file)
  const form = new FormData()
  const fields = { format, branch, commitSha: commit, complete: complete === true ? 'true' : undefined }
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
  try {
    form.set('file', await openAsBlob(path), basename(path))
  } catch (error) {
    throw new Failure('not_found', `${file} cannot be read: ${messageOf(error)}`)
  }
  const { response } = importEndpoints.importFindings
  return serverAt(url, io, 'appsec').upload(`/api/projects/${encodeURIComponent(project)}/import`, form, response)
}

const HELP = `
The API key is read from GATEHOUSE_API_KEY, because other users of the machine can see command-line arguments.

Examples:
  gatehouse import trivy.json --project 0198f3a2-5b1c-7c44-9d5e-2f6a7b8c9d0e
  gatehouse import codeql.sarif --project 0198f3a2-5b1c-7c44-9d5e-2f6a7b8c9d0e --complete --branch main`
