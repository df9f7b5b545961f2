/**
 * Prints what is told of the sources below a folder, and how fast they are judged by the time that the processor took:
 * `node --conditions=gatehouse packages/sca/test/malicious/corpus/print-tree.ts node_modules`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeSource } from '../../../src/malicious/code/judge.ts'
import { syntaxOf } from '../../../src/malicious/places.ts'
import { SOURCE_BYTES_MAX } from '../../../src/malicious/source.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const root = process.argv[2] ?? 'node_modules'
let files = 0
let bytes = 0
let told = 0
let cpu_us = 0
for (const path of filesBelow(root)) {
  const syntax = syntaxOf(path)
  if (syntax === undefined) continue
  const content = readFileSync(path)
  if (content.length > SOURCE_BYTES_MAX) continue
  const before = process.cpuUsage()
  const judgement = judgeSource(content.toString('latin1'), { syntax, runsAtInstall: false })
  const { user, system } = process.cpuUsage(before)
  cpu_us += user + system
  files += 1
  bytes += content.length
  if (judgement === undefined) continue
  told += 1
  say(`${judgement.severity} ${path}: ${judgement.signs.map(({ kind, weight }) => `${kind} ${weight}`).join(', ')}`)
}
say(`${files} sources of ${(bytes / 1e6).toFixed(1)} MB, ${told} told, ${(bytes / cpu_us).toFixed(1)} MB/s`)

/** Links are not followed: what they lead to is the project's own. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}
