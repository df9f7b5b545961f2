// The long form of durability.test.ts.   node --conditions=gatehouse apps/cli/test/durability/run.ts [rounds]
import { temporaryFolder } from '@gatehouse/testkit'
import { killRounds } from './rounds.ts'

const rounds = Number(process.argv[2] ?? 20)
const folder = temporaryFolder()
const { acknowledged, missing, chain } = await killRounds(folder.path, rounds, (line) =>
  process.stdout.write(`${line}\n`),
)
folder.remove()
process.stdout.write(
  `${rounds} kills, ${acknowledged} verdicts answered, ${missing.length} missing; ` +
    `chain ${chain.valid ? 'valid' : 'BROKEN'}, ${chain.checked} entries\n`,
)
process.exitCode = missing.length === 0 && chain.valid ? 0 : 1
