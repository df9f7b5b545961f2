import { printSettings } from '@gatehouse/settings'
import type { RegisterCommand } from '../command.ts'
import { readSettings } from '../settings.ts'

export const config: RegisterCommand = (parent, io) => {
  const command = parent.command('config').summary('show the effective settings')
  command
    .command('print')
    .summary('print all settings and their sources; secrets are masked')
    .action(() => {
      io.stdout.write(printSettings(readSettings(io)))
    })
}
