import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../../packages/secrets/test/corpus/draw.ts'
import { megabytes } from './watched.ts'

const MIB = 1024 * 1024
/** Slightly below the upload limit, including the headers of the archive and of the form. */
const FILES = 511
const FILE_BYTES = MIB
const SAMPLE_MS = 50
const SCAN_MS_MAX = 240_000
/** Issue 6: memory throughout. */
const MEMORY_BYTES_MAX = 500e6
const out = (line: string) => process.stdout.write(`${line}\n`)

/** An upload of 512 MB through the real service and the scan of it, with the memory of the service sampled all along. */
export async function benchUpload(): Promise<void> {
  const service = spawn(process.execPath, [...process.execArgv, `${import.meta.dirname}/upload-service.ts`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(service, 'exit').then(() => ['{}'])
  const [line = ''] = (await Promise.race([once(createInterface(service.stdout), 'line'), ended])) as string[]
  if (line === '{}') throw new Error('The service did not start.')
  const { url, headers } = JSON.parse(line) as { url: string; headers: Record<string, string> }
  const memory = sampleMemory(service)
  try {
    const before = memory.peak()
    const from = performance.now()
    let early = 0
    const { scanId, bytes } = await upload(url, headers, () => (early = memory.peak()))
    const uploaded_s = (performance.now() - from) / 1_000
    const atUpload = memory.peak()
    out(`upload of ${megabytes(bytes)}: ${uploaded_s.toFixed(2)} s, ${(bytes / 1e6 / uploaded_s).toFixed(0)} MB/s`)
    out(`  memory ${megabytes(before)} before, ${megabytes(early)} at a quarter of it, ${megabytes(atUpload)} at most`)
    out(`  the rest of it took ${((100 * (atUpload - early)) / (0.75 * bytes)).toFixed(1)} % of its size`)
    memory.reset()
    const status = await endOf(url, headers, scanId)
    const scanned_s = (performance.now() - from) / 1_000 - uploaded_s
    const peak = memory.peak()
    out(
      `its scan: ${status} after ${scanned_s.toFixed(2)} s, ${(bytes / 1e6 / scanned_s).toFixed(0)} MB/s with unpacking`,
    )
    out(`  memory ${megabytes(peak)} at most: ${(peak / MEMORY_BYTES_MAX).toFixed(2)} of the limit`)
  } finally {
    memory.stop()
    service.stdin.end()
    await ended
  }
}

/** Samples the memory of the process from the system. */
function sampleMemory({ pid }: ChildProcess): { peak: () => number; reset: () => void; stop: () => void } {
  let peak = 0
  const sample = (): void => {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    peak = Math.max(peak, Number(kilobytes) * 1_024)
  }
  sample()
  const timer = setInterval(sample, SAMPLE_MS)
  return { peak: () => peak, reset: () => void (peak = 0), stop: () => clearInterval(timer) }
}

async function upload(
  url: string,
  headers: Record<string, string>,
  atQuarter: () => void,
): Promise<{ scanId: string; bytes: number }> {
  const boundary = 'form-of-the-benchmark'
  let bytes = 0
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="scanType"\r\n\r\nSECRETS_ONLY\r\n--${boundary}\r\n` +
        'content-disposition: form-data; name="source"; filename="shop.tar"\r\ncontent-type: application/x-tar\r\n\r\n',
    )
    for (const piece of archive()) {
      if (bytes < (FILES * FILE_BYTES) / 4 && bytes + piece.length >= (FILES * FILE_BYTES) / 4) atQuarter()
      bytes += piece.length
      yield piece
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const clientRequest = request(`${url}/api/scans`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const answered = once(clientRequest, 'response') as Promise<[Readable & { statusCode?: number }]>
  await pipeline(Readable.from(body()), clientRequest)
  const [response] = await answered
  const text = Buffer.concat(await response.toArray()).toString()
  if (response.statusCode !== 201) throw new Error(`The upload was answered with ${response.statusCode}: ${text}`)
  return { scanId: String((JSON.parse(text) as { scanId: unknown }).scanId), bytes }
}

/** A tar archive of logs: no two files are the same. */
function* archive(): Generator<Uint8Array> {
  const random = randomFrom(29)
  const lines: string[] = []
  for (let size = 0; size < FILE_BYTES;) {
    const line = `2026-11-21T10:00:00Z INFO /v1/orders/${random(1_000_000)} status=200 user=${random(100_000)} ms=${random(900)}\n`
    lines.push(line)
    size += line.length
  }
  const text = Buffer.from(lines.join('').slice(0, FILE_BYTES))
  for (let at = 0; at < FILES; at += 1) {
    yield tarHeader(`var/log/app-${at}.log`, FILE_BYTES)
    text.write(`file ${at}\n`)
    yield Buffer.from(text)
  }
  yield Buffer.alloc(1_024)
}

function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

async function endOf(url: string, headers: Record<string, string>, scanId: string): Promise<string> {
  const until_ms = performance.now() + SCAN_MS_MAX
  while (performance.now() < until_ms) {
    const response = await fetch(`${url}/api/scans/${scanId}`, { headers })
    const { status } = (await response.json()) as { status: string }
    if (status === 'COMPLETED' || status === 'FAILED') return status
    await wait(SAMPLE_MS)
  }
  return 'not over'
}
