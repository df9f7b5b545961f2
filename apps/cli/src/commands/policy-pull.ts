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
    .summary('write what the service holds as a file')
    .description(
      'Writes the configuration of the tenant that the key belongs to. Secrets are written as ***, which a push leaves as\n' +
        'they are. Cases that the file already has are kept.',
    )
    .option('--out <file>', 'where to write; standard output otherwise')
    .option('--url <address>', 'the guard service; GATEHOUSE_URL or http://127.0.0.1:4000 otherwise')
    .action(async ({ out, url }: { out?: string; url?: string }) => {
      const kept = out === undefined || !existsSync(resolve(io.cwd, out)) ? undefined : readPolicyFile(out, io).cases
      const tenant = await readTenant(serverAt(url, io))
      const text = policyFileText({ ...fileOf(tenant), ...(kept === undefined ? {} : { cases: kept }) })
      if (out === undefined) {
        io.stdout.write(text)
        return
      }
      try {
        writeFileSync(resolve(io.cwd, out), text)
      } catch (error) {
        throw new Failure('invalid_request', `${out} cannot be written: ${messageOf(error)}`)
      }
      io.stdout.write(`wrote the configuration of tenant "${tenant.tenantId}" to ${out}\n`)
    })
}
