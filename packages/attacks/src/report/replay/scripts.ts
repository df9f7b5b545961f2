import type { ReplayPiece, ReplayRequest } from './requests.ts'

/** Longer than any target is waited for: docs/spec/redteam.md "Target". */
const TIMEOUT_S = 120
const NO_SCRIPT = 'Plain HTTP requests cannot reproduce this finding. Replay it with "gatehouse redteam replay".'
const SERVED =
  'The run served the pages and URLs of this attack, and they are no longer available. "gatehouse redteam replay" serves them again.'

/**
 * Returns a `sh` script that replays the conversation with curl. The shell interprets no part of the conversation; secrets are read from
 * environment variables, and the script names them.
 * @param isServed whether the attack refers to content of the run; the script notes that it is no longer served
 */
export function curlScript(requests: readonly ReplayRequest[] | undefined, isServed = false): string {
  if (requests === undefined) return `# ${NO_SCRIPT}\n`
  const own = requests.filter(({ isOther }) => isOther !== true)
  const jars = [...(own.length > 1 ? ['jar'] : []), ...(own.length < requests.length ? ['other'] : [])]
  return [
    '#!/bin/sh',
    ...(isServed ? [`# ${SERVED}`] : []),
    'set -eu',
    ...envNames(requests).map((name) => `: "\${${name}:?must be set: a secret of the target}"`),
    ...jars.map((jar) => `${jar}=$(mktemp)`),
    ...(jars.length > 0 ? [`trap 'rm -f ${jars.map((jar) => `"$${jar}"`).join(' ')}' EXIT`] : []),
    ...requests.map((request) =>
      curlOf(
        request,
        jars.find((jar) => jar === (request.isOther ? 'other' : 'jar')),
      ),
    ),
    '',
  ].join('\n')
}

function curlOf({ method, url, headers, body }: ReplayRequest, jar: string | undefined): string {
  const parts = [
    `curl --silent --show-error --globoff --max-time ${TIMEOUT_S} --request ${method}`,
    ...(jar === undefined ? [] : [`--cookie "$${jar}" --cookie-jar "$${jar}"`]),
    ...headers.map(([name, value]) => `--header ${shellText([`${name}: `, ...value])}`),
    // Not --data: it reads a file when the text begins with @.
    ...(body === undefined ? [] : [`--data-raw ${shellText(body)}`]),
    `--url ${shellText(url)}`,
  ]
  return `${parts.join(' \\\n  ')}\necho`
}

function shellText(pieces: readonly ReplayPiece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return `'${piece.replaceAll('\u0000', '').replaceAll("'", `'\\''`)}'`
      // In JSON an unescaped quote would end the string.
      if (piece.as === 'json') return `"$(printf '%s' "$${piece.env}" | sed 's/[\\\\"]/\\\\&/g')"`
      return `"$${piece.env}"`
    })
    .join('')
}

/** Returns the same script for Node: without dependencies, and with cookie support. */
export function nodeScript(requests: readonly ReplayRequest[] | undefined, isServed = false): string {
  if (requests === undefined) return `// ${NO_SCRIPT}\n`
  return `${isServed ? `// ${SERVED}\n` : ''}import { env } from 'node:process'

const requests = ${JSON.stringify(requests, undefined, 2)}

const secret = (name) => {
  if (env[name] === undefined) throw new Error(name + ' must be set: a secret of the target')
  return env[name]
}
const escapes = { json: (text) => JSON.stringify(text).slice(1, -1), url: encodeURIComponent, plain: (text) => text }
const filled = (pieces) =>
  pieces.map((one) => (typeof one === 'string' ? one : escapes[one.as](secret(one.env)))).join('')
const jars = { own: new Map(), other: new Map() }

for (const { method, url, headers, body, isOther } of requests) {
  const cookies = isOther ? jars.other : jars.own
  const sent = headers.map(([name, value]) => [name, filled(value)])
  if (cookies.size > 0) sent.push(['cookie', [...cookies].map((pair) => pair.join('=')).join('; ')])
  const answer = await fetch(filled(url), {
    method,
    headers: sent,
    body: body && filled(body),
    signal: AbortSignal.timeout(${TIMEOUT_S * 1_000}),
  })
  for (const one of answer.headers.getSetCookie()) {
    const [name, ...value] = one.split(';')[0].split('=')
    cookies.set(name.trim(), value.join('=').trim())
  }
  console.log(answer.status, await answer.text())
}
`
}

/** The secrets that a replay needs, by the names of their variables. */
export function envNames(requests: readonly ReplayRequest[]): readonly string[] {
  const pieces = requests.flatMap(({ url, headers, body = [] }) => [
    ...url,
    ...headers.flatMap(([, value]) => value),
    ...body,
  ])
  return [...new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.env])))].toSorted()
}
