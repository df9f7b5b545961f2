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
    .summary("keep a tenant's configuration as a file")
    .description(
      "Keeps a tenant's whole configuration as one YAML file: guards, custom policies, agents, tools and data policies.\n" +
        'The service is the one at --url or GATEHOUSE_URL; the key comes from GATEHOUSE_API_KEY and needs scope admin. Where the\n' +
        'service demands no keys, none is needed.',
    )
    .addHelpText('after', HELP)
  for (const register of [policyPull, policyDiff, policyPush, policyTest, policyReplay, policySchema])
    register(command, io, exit)
}

const HELP = `
Examples:
  gatehouse policy pull --out shop.yaml
  gatehouse policy test shop.yaml
  gatehouse policy diff shop.yaml && echo "nothing to do"
  gatehouse policy push shop.yaml --dry-run`
