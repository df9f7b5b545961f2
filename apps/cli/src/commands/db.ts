import { EXIT, type RegisterCommand } from '../command.ts'

export const db: RegisterCommand = (parent, io, exit) => {
  const command = parent.command('db').summary('manage the database')
  command
    .command('migrate')
    .summary('apply pending database migrations')
    .description('Applies pending migrations, each in its own transaction. Services also apply them at startup.')
    .option('--check', 'list pending migrations without applying them; exits with 1 if there are any')
    .action(async ({ check }: { check?: true }) => {
      const { migrate, pendingMigrations } = await import('@gatehouse/store')
      const { withStore } = await import('../database.ts')
      await withStore(io, async (store) => {
        if (check === true) {
          const pending = await pendingMigrations(store)
          io.stdout.write(pending.length === 0 ? 'no pending migrations\n' : `pending: ${pending.join(', ')}\n`)
          exit(pending.length === 0 ? EXIT.ok : EXIT.refused)
          return
        }
        const { applied } = await migrate(store)
        io.stdout.write(applied.length === 0 ? 'the database is up to date\n' : `applied: ${applied.join(', ')}\n`)
      })
    })
}
