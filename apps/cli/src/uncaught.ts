import { type Logger, loggable } from '@gatehouse/http'

/** Logs errors outside requests and jobs, except errors of the log stream, which would cause further errors. */
export function reportTo(logger: Logger): (error: unknown) => void {
  return (error) => {
    if (error instanceof Error && 'syscall' in error && error.syscall === 'write') return
    logger.error({ error: loggable(error) }, 'uncaught error')
  }
}
