import type { ChainReport } from '@gatehouse/store'
import { EXIT, type RegisterCommand } from '../command.ts'

export const audit: RegisterCommand = (parent, io, exit) => {
  const command = parent.command('audit').summary('work with the audit log')
  command
    .command('verify')
    .summary('recompute the hash chain and name its first broken link')
    .description(
      'Reads every entry in order and recomputes its hash. Exits 0 when every chain holds, 1 when one does not.',
    )
    .option('--tenant <id>', 'one tenant; all of them otherwise')
    .option('--json', 'print the result as JSON')
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      const { migrate, verifyAll, verifyChain } = await import('@gatehouse/store')
      const { withStore } = await import('../database.ts')
      await withStore(io, async (store) => {
        await migrate(store)
        const chains =
          tenant === undefined ? await verifyAll(store) : [{ tenant_id: tenant, ...(await verifyChain(store, tenant)) }]
        io.stdout.write(json === true ? `${JSON.stringify(chains, null, 2)}\n` : chains.map(describe).join(''))
        exit(chains.every(({ valid }) => valid) ? EXIT.ok : EXIT.refused)
      })
    })
}

function describe({ tenant_id, valid, checked, first_broken }: ChainReport & { tenant_id: string }): string {
  if (valid) return `${tenant_id}: valid, ${checked} entries\n`
  if (first_broken === undefined) return `${tenant_id}: BROKEN\n`
  const { seq, id, reason } = first_broken
  return `${tenant_id}: BROKEN at entry ${seq}${id === null ? '' : ` (${id})`}: ${reason}; ${checked} entries before it hold\n`
}
