import { messageOf } from '@gatehouse/kernel'
import { type DestinationStream, type Logger, pino } from 'pino'

/** Header names and fields whose values are never logged, on the first two levels. */
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

/** Creates a logger of JSON lines with ISO times. Replaces secrets with `***`. */
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

/** Converts a thrown value for the log. Its stack must never be part of a response. */
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
