import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure, messageOf } from '@gatehouse/kernel'
import type { Io } from '../command.ts'

type Outside = Pick<Io, 'cwd' | 'env'>

/** Own limit: the largest tokens have a few kilobytes. */
const SECRET_BYTES_MAX = 64 * 1024
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]{0,127})\}/g
/** Headers with credentials. */
const SECRET_NAME = /auth|key|token|secret|cookie|passw|session|signature|credential|jwt|bearer/i
/** Prefix of Gatehouse's own variables, such as its key. They are never sent to a target. */
const OWN_NAME = /^GATEHOUSE_/i

/**
 * Reads a secret from a variable, or from a file after `@`.
 * @throws {Failure} `invalid_request` with the source, never its content
 */
export function secretAt(place: string, subject: string, io: Outside): string {
  if (place.startsWith('@')) return secretIn(place.slice(1), subject, io)
  if (!VARIABLE.test(place)) {
    throw new Failure('invalid_request', `Invalid ${subject}: pass the name of an environment variable, or @file.`)
  }
  return variable(place, subject, io)
}

/**
 * Parses a command-line header, `Name: value`, where `${VARIABLE}` refers to a variable and `@file` to a file.
 * @throws {Failure} `invalid_request`; also if the secret itself is on the command line
 */
export function headerOf(text: string, io: Outside): readonly [name: string, value: string] {
  const [, name = '', written = ''] = /^([^:\s]{1,200})\s*:\s*(.*)$/s.exec(text) ?? []
  if (name === '') throw new Failure('invalid_request', 'Invalid --header. Expected: "Name: value".')
  const subject = `Header ${name}`
  if (written.startsWith('@')) return [name, secretIn(written.slice(1), subject, io)]
  const value = written.replaceAll(REFERENCE, (_whole, found: string) => variable(found, subject, io))
  if (value !== written || !isSecret(name, written)) return [name, value]
  throw new Failure(
    'invalid_request',
    `The value of header ${name} is visible to other users of the machine. Instead, pass '${name}: \${VARIABLE}' in ` +
      `single quotes, or '${name}: @file'.`,
  )
}

function isSecret(name: string, value: string): boolean {
  return SECRET_NAME.test(name) || /^(?:bearer|basic|token)\s+\S/i.test(value)
}

/** Parses `name=source`. @throws {Failure} `invalid_request` */
export function pairOf(text: string, subject: string): readonly [name: string, place: string] {
  const at = text.indexOf('=')
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)]
  throw new Failure('invalid_request', `Invalid ${subject}. Expected: name=VARIABLE or name=@file.`)
}

/** Reads a text file, such as a template. @throws {Failure} `invalid_request` */
export function textOf(name: string, subject: string, bytes_max: number, { cwd }: Pick<Io, 'cwd'>): string {
  try {
    const path = resolve(cwd, name)
    const { size } = statSync(path)
    if (size > bytes_max) throw new Error(`the file has ${size} bytes; the limit is ${bytes_max}`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure('invalid_request', `${subject}: cannot read ${name}: ${messageOf(error)}`)
  }
}

function secretIn(name: string, subject: string, io: Pick<Io, 'cwd'>): string {
  // A final line break is not part of the secret.
  const text = textOf(name, subject, SECRET_BYTES_MAX, io).trim()
  if (text === '') throw new Failure('invalid_request', `${subject}: ${name} is empty.`)
  return text
}

function variable(name: string, subject: string, { env }: Pick<Io, 'env'>): string {
  if (OWN_NAME.test(name))
    throw new Failure('invalid_request', `${subject} must not use ${name}, which is reserved for Gatehouse.`)
  const value = env[name]
  if (value === undefined || value === '') throw new Failure('invalid_request', `${subject}: ${name} is not set.`)
  return value
}
