import { fileURLToPath } from 'node:url'
import type { EndedScan, StartWorkerProcess } from '@gatehouse/app-appsec'
import type { Logger } from '@gatehouse/http'
import { type Platform, superviseProcess } from '@gatehouse/platform'
import type { Io } from '../command.ts'

/** Own limit of the process heap; threads have their own limits. */
const HEAP_MB_MAX = 2_048

/** The program is next to this folder, as source or build. */
const IS_SOURCE = import.meta.url.endsWith('.ts')
const PROGRAM = fileURLToPath(new URL(IS_SOURCE ? '../main.ts' : '../main.js', import.meta.url))
const SOURCE_FLAGS = ['--conditions=gatehouse', '--disable-warning=ExperimentalWarning']

/** Starts scan workers in a separate process with the same database and data folder. */
export function workerProcess(io: Io, platform: Platform, logger: Logger): StartWorkerProcess {
  const { embedded, settings } = platform
  const url = embedded?.url ?? settings.databaseUrl?.reveal()
  return (onEnded) =>
    superviseProcess({
      file: process.execPath,
      args: [...flags(), PROGRAM, 'worker'],
      env: { ...io.env, DATABASE_URL: url, GATEHOUSE_DATA_DIR: settings.dataDir },
      onOutput: (text) => void io.stderr.write(text),
      onMessage(message) {
        const scan = endedScan(message)
        if (scan !== undefined) onEnded(scan)
      },
      onChange({ status, restarts, ended, pid }) {
        if (status === 'waiting')
          logger.error({ ended, restarts }, 'the scan worker process exited and will be restarted')
        else logger.info({ status, restarts, pid }, 'scan worker process')
      },
    })
}

/** Returns this process's Node flags, except for the heap limit. */
function flags(): readonly string[] {
  const own = process.execArgv.filter((flag) => flag.startsWith('--') && !flag.startsWith('--max-old-space-size'))
  const missing = IS_SOURCE ? SOURCE_FLAGS.filter((flag) => !own.includes(flag)) : []
  return [...own, ...missing, `--max-old-space-size=${HEAP_MB_MAX}`]
}

function endedScan(message: unknown): EndedScan | undefined {
  // Only the own worker writes to this channel.
  const { type, scan } = message as { readonly type?: unknown; readonly scan?: EndedScan }
  return type === 'ended' ? scan : undefined
}
