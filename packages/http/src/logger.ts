import { messageOf } from '@gatehouse/kernel'
import { type DestinationStream, type Logger, pino } from 'pino'

/** Header names and fields whose values are never logged, at the top and one level down. */
const SECRET_FIELDS = [
  'authorization',
  'x-api-key',
  'x-admin-key',
  'cookie',
  'set-cookie',
  'proxy-authorization',
  'api_key',
  'apiKey',
  'admin_key',
  'adminKey',
  'password',
  'secret',
  'token',
]

export interface LoggerOptions {
  readonly service: string
  /** Output stream for the JSON lines, e.g. `process.stdout`. */
  readonly stream: DestinationStream
  readonly level?: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** A logger of JSON lines with ISO times, in which secrets are replaced by `***`. */
export function createLogger({ service, stream, level = 'info' }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`]), censor: '***' },
    },
    stream,
  )
}

/** A thrown value for the log alone: its stack is never part of an answer. */
export function loggable(error: unknown) {
  return error instanceof Error
    ? {
        type: error.name,
        message: error.message,
        stack: error.stack,
        cause: error.cause === undefined ? undefined : messageOf(error.cause),
      }
    : { message: messageOf(error) }
}

export type { Logger } from 'pino'
