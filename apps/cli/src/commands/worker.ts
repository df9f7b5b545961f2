import type { RegisterCommand } from '../command.ts'

export const worker: RegisterCommand = (parent, io) => {
  parent
    .command('worker')
    .summary('run only scan workers')
    .description(
      'Processes queued scans without serving HTTP. `gatehouse up` and `gatehouse appsec` start and supervise one ' +
        'worker. Run more workers with the same DATABASE_URL and data folder to scan on more machines.',
    )
    .action(async () => {
      const { runWorker } = await import('../worker/run.ts')
      await runWorker(io)
    })
}
