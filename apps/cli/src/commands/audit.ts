import type { ExportReport } from '@gatehouse/platform'
import type { ChainReport, SealReport } from '@gatehouse/store/audit'
import { EXIT, type RegisterCommand } from '../command.ts'

export const audit: RegisterCommand = (parent, io, exit) => {
  const command = parent.command('audit').summary('inspect the audit log')
  command
    .command('verify')
    .summary('verify the hash chain and report the first broken link')
    .description(
      'Reads all entries in order, recomputes their hashes, and checks the seal of the chain head with the master key. ' +
        'Exits with 0 when all chains are valid, and with 1 when a chain is broken.',
    )
    .option('--tenant <id>', 'verify a single tenant (default: all tenants)')
    .option('--file <path...>', 'verify exported files instead of the database; checking seals requires the master key')
    .option('--json', 'print the result as JSON')
    .action(async ({ tenant, file, json }: { tenant?: string; file?: string[]; json?: true }) => {
      if (file !== undefined) {
        const { verifyFiles } = await import('../audit-files.ts')
        const reports = await verifyFiles(io, file)
        io.stdout.write(json === true ? `${JSON.stringify(reports, null, 2)}\n` : reports.map(describeExport).join(''))
        exit(reports.every(({ valid }) => valid) ? EXIT.ok : EXIT.refused)
        return
      }
      const { migrate } = await import('@gatehouse/store')
      const { verifyAll, verifyChain } = await import('@gatehouse/store/audit')
      const { withSeals } = await import('../audit-log.ts')
      const { withStore } = await import('../database.ts')
      await withStore(io, async (store) => {
        await migrate(store)
        const chains = await withSeals(io, store, false, async (seals) =>
          tenant === undefined
            ? verifyAll(store, { seals })
            : [{ tenant_id: tenant, ...(await verifyChain(store, tenant, { seals })) }],
        )
        io.stdout.write(json === true ? `${JSON.stringify(chains, null, 2)}\n` : chains.map(describe).join(''))
        exit(chains.every(({ valid }) => valid) ? EXIT.ok : EXIT.refused)
      })
    })
}

function describe({ tenant_id, valid, checked, first_broken, seal }: ChainReport & { tenant_id: string }): string {
  if (valid) return `${tenant_id}: valid, ${checked} entries${sealText(seal)}\n`
  if (first_broken === undefined) return `${tenant_id}: BROKEN\n`
  const { seq, id, reason } = first_broken
  return `${tenant_id}: BROKEN at entry ${seq}${id === null ? '' : ` (${id})`}: ${reason}; the ${checked} entries before it are valid\n`
}

function sealText(seal: SealReport | undefined): string {
  if (seal === undefined) return ''
  if (seal.unsealed_before === undefined) return `, ${seal.state}`
  return `, ${seal.state} (unsealed before entry ${seal.unsealed_before})`
}

function describeExport({ tenant_id, valid, from, to, sealed_to, reason }: ExportReport): string {
  if (!valid) return `${tenant_id}: BROKEN: ${reason}\n`
  const sealed = sealed_to === 0 ? 'no seal checked' : `sealed up to entry ${sealed_to}`
  return `${tenant_id}: valid, entries ${from} to ${to}, ${sealed}\n`
}
