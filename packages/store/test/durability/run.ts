/** `node --conditions=gatehouse packages/store/test/durability/run.ts 20`: kill -9 under load, that many times. */
import { durabilityRounds } from './rounds.ts'

const count = Number(process.argv[2] ?? 20)
let number = 0
const rounds = await durabilityRounds(count, (round) => {
  number += 1
  const { killed, attached, acknowledged, missing, chainsValid, entries } = round
  process.stdout.write(
    `${number}. killed ${killed}${attached ? ' (attached)' : ''}: ${acknowledged} acknowledged, ${missing} missing, ` +
      `${entries} entries, chains ${chainsValid ? 'valid' : 'BROKEN'}\n`,
  )
})
const total = rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
const good = rounds.every(({ missing, chainsValid }) => missing === 0 && chainsValid)
process.stdout.write(
  `${count} kills, ${total} acknowledged entries: ${good ? 'none missing, every chain verifies' : 'LOST'}\n`,
)
process.exitCode = good ? 0 : 1
