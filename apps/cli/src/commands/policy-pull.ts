import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure, messageOf } from '@gatehouse/kernel'
import type { RegisterCommand } from '../command.ts'
import { fileOf, readTenant } from '../policy/document.ts'
import { policyFileText, readPolicyFile } from '../policy/file.ts'
import { serverAt } from '../policy/server.ts'

export const policyPull: RegisterCommand = (parent, io) => {
  parent
    .command('pull')
    .summary('export the configuration of the service to a file')
    .description(
      'Writes the configuration of the tenant that the key belongs to. Secrets are written as ***; a push leaves ' +
        'these\nvalues unchanged. Test cases already in the file are kept.',
    )
    .option('--out <file>', 'output file (default: standard output)')
    .option('--url <address>', 'URL of the guard service (default: GATEHOUSE_URL or http://127.0.0.1:4000)')
    .action(async ({ out, url }: { out?: string; url?: string }) => {
      const remaining =
        out === undefined || !existsSync(resolve(io.cwd, out)) ? undefined : readPolicyFile(out, io).cases
      const tenant = await readTenant(serverAt(url, io))
      const text = policyFileText({ ...fileOf(tenant), ...(remaining === undefined ? {} : { cases: remaining }) })
      if (out === undefined) {
        io.stdout.write(text)
        return
      }
      try {
        writeFileSync(resolve(io.cwd, out), text)
      } catch (error) {
        throw new Failure('invalid_request', `Cannot write ${out}: ${messageOf(error)}`)
      }
      io.stdout.write(`wrote the configuration of tenant "${tenant.tenantId}" to ${out}\n`)
    })
}
