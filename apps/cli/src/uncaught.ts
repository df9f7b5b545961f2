import { type Logger, loggable } from '@gatehouse/http'

/** Logs errors that belong to no request or job; those of the log's own stream would only cause the next one. */
export function reportTo(logger: Logger): (error: unknown) => void {
  return (error) => {
    if (error instanceof Error && 'syscall' in error && error.syscall === 'write') return
    logger.error({ error: loggable(error) }, 'uncaught error')
  }
}
