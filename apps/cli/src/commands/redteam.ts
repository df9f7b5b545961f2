import type { RegisterCommand } from '../command.ts'
import { redteamCategories } from './redteam-categories.ts'
import { redteamCompare } from './redteam-compare.ts'
import { redteamHarden } from './redteam-harden.ts'
import { redteamKey } from './redteam-key.ts'
import { redteamMcp } from './redteam-mcp.ts'
import { redteamReplay } from './redteam-replay.ts'
import { redteamReport } from './redteam-report.ts'
import { redteamRun } from './redteam-run.ts'
import { redteamStrategies } from './redteam-strategies.ts'

/** In help order. */
const SUBCOMMANDS = [
  redteamRun,
  redteamReplay,
  redteamHarden,
  redteamCompare,
  redteamReport,
  redteamCategories,
  redteamStrategies,
  redteamKey,
  redteamMcp,
]

export const redteam: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('redteam')
    .summary('red-team an agent, or run the red-team service')
    .description('Without a subcommand: runs only the red-team service, for multi-process deployments.')
    .action(async () => {
      const { serve } = await import('../serve.ts')
      await serve(['redteam'], io)
    })
    .addHelpText('after', HELP)
  for (const register of SUBCOMMANDS) register(command, io, exit)
}

const HELP = `
Examples:
  gatehouse redteam run --target http://localhost:3000/chat
  gatehouse redteam categories
  gatehouse redteam report report.json --format html --output report.html
  gatehouse redteam compare before.json after.json`
