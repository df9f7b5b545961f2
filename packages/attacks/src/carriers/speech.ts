import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { TargetError } from '../targets/target-error.ts'

export const SPEECH_PROGRAM = 'espeak-ng'
/** Fixed: a search path could contain folders that others write to. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
const SPEECH_MS = 30_000
/** Own limit: about five minutes of speech. */
const MESSAGE_UNITS_MAX = 4_000
const BYTES_MAX = 24 * 1024 * 1024
const HEADER_BYTES = 44

/** Returns the path of the speech synthesizer; undefined: not installed. */
export function findSpeechProgram(folders: readonly string[] = FOLDERS): string | undefined {
  return folders
    .map((folder) => join(folder, SPEECH_PROGRAM))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/**
 * Speaks a message with an English voice. The same message makes the same bytes with the same version of the program.
 * @returns a WAV file
 * @throws {TargetError} if the program is not installed or fails
 */
export async function speak(message: string, program = findSpeechProgram()): Promise<Uint8Array> {
  if (program === undefined) throw new TargetError('client_error', `${SPEECH_PROGRAM} is not installed.`)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const fail = (detail: string): void => reject(new TargetError('client_error', `${SPEECH_PROGRAM} failed: ${detail}.`))
  // The message is never an argument: it could be read as an option.
  const child = spawn(program, ['--stdin', '--stdout', '-b', '1', '-v', 'en'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: SPEECH_MS,
    killSignal: 'SIGKILL',
  })
  const chunks: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= BYTES_MAX) chunks.push(chunk)
    else child.kill('SIGKILL')
  })
  child.on('error', (error) => fail(error.message))
  child.on('close', (code) => (code === 0 ? resolve(Buffer.concat(chunks)) : fail(`exit code ${code ?? 'unknown'}`)))
  child.stdin.on('error', () => {})
  child.stdin.end(message.slice(0, MESSAGE_UNITS_MAX).toWellFormed())
  return withLengths(await promise)
}

/** Writes the lengths, which the program does not know while it writes the header. */
function withLengths(file: Buffer): Uint8Array {
  if (file.length < HEADER_BYTES || file.toString('latin1', 0, 4) !== 'RIFF') {
    throw new TargetError('client_error', `${SPEECH_PROGRAM} returned no WAV file.`)
  }
  file.writeUInt32LE(file.length - 8, 4)
  if (file.toString('latin1', 36, 40) === 'data') file.writeUInt32LE(file.length - HEADER_BYTES, 40)
  return file
}
