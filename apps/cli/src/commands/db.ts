import { EXIT, type RegisterCommand } from '../command.ts'

export const db: RegisterCommand = (parent, io, exit) => {
  const command = parent.command('db').summary('look after the database')
  command
    .command('migrate')
    .summary("bring the database's tables up to date")
    .description('Applies what is pending, each migration in a transaction. Services do this at their start too.')
    .option('--check', 'only tell what is pending; exits 1 when something is')
    .action(async ({ check }: { check?: true }) => {
      const { migrate, pendingMigrations } = await import('@gatehouse/store')
      const { withStore } = await import('../database.ts')
      await withStore(io, async (store) => {
        if (check === true) {
          const pending = await pendingMigrations(store)
          io.stdout.write(pending.length === 0 ? 'nothing is pending\n' : `pending: ${pending.join(', ')}\n`)
          exit(pending.length === 0 ? EXIT.ok : EXIT.refused)
          return
        }
        const { applied } = await migrate(store)
        io.stdout.write(applied.length === 0 ? 'the database is up to date\n' : `applied: ${applied.join(', ')}\n`)
      })
    })
}
