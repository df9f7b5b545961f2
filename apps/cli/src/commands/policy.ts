import type { RegisterCommand } from '../command.ts'
import { policyDiff } from './policy-diff.ts'
import { policyPull } from './policy-pull.ts'
import { policyPush } from './policy-push.ts'
import { policyReplay } from './policy-replay.ts'
import { policySchema } from './policy-schema.ts'
import { policyTest } from './policy-test.ts'

export const policy: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('policy')
    .summary('manage the configuration of a tenant as a file')
    .description(
      'Manages the configuration of a tenant as one YAML file: guards, custom policies, agents, tools and data ' +
        'policies.\nThe service URL is set by --url or GATEHOUSE_URL. The key is read from GATEHOUSE_API_KEY and requires ' +
        'the admin scope.\nNo key is needed when authentication is disabled.',
    )
    .addHelpText('after', HELP)
  for (const register of [policyPull, policyDiff, policyPush, policyTest, policyReplay, policySchema])
    register(command, io, exit)
}

const HELP = `
Examples:
  gatehouse policy pull --out shop.yaml
  gatehouse policy test shop.yaml
  gatehouse policy diff shop.yaml && echo "no changes"
  gatehouse policy push shop.yaml --dry-run`
