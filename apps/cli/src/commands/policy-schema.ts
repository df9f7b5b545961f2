import { policyFileSchema } from '@gatehouse/guards'
import type { RegisterCommand } from '../command.ts'

export const policySchema: RegisterCommand = (parent, io) => {
  parent
    .command('schema')
    .summary('print the JSON Schema of policy files, for editors')
    .action(() => {
      io.stdout.write(`${JSON.stringify(policyFileSchema(), null, 2)}\n`)
    })
}
