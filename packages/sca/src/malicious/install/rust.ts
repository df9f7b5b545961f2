import { findMarks } from '../code/marks.ts'
import { type Judgement, judgeSigns } from '../code/judge.ts'
import type { Sign } from '../code/sign.ts'
import { textSigns } from '../code/text-signs.ts'

const TALKS = /\b(?:TcpStream|UdpSocket|reqwest|ureq|minreq|attohttpc|isahc|hyper)::/
const EVERY_VARIABLE = /\benv::vars(?:_os)?\(\)/
const CREDENTIALS = /\.(?:ssh|aws|npmrc|netrc|kube|cargo\/credentials)\b/
const FETCHER = /Command::new\(\s{0,20}"(?:curl|wget|powershell|bash|sh|cmd)"/
const MACHINE = /\b(?:hostname|whoami|gethostname|uname)\b/

/** Judges a Rust build script, which cargo runs during the build: by its text, without data flow. Linear in its text. */
export function judgeBuildScript(text: string): Judgement | undefined {
  const marks = findMarks(text)
  const signs: Sign[] = [...textSigns(text, marks)]
  const talks = TALKS.exec(text)
  const fetcher = FETCHER.exec(text)
  const leaves = talks ?? (fetcher !== null && /https?:\/\//.test(text) ? fetcher : null)
  if (leaves !== null) {
    const start = leaves.index
    if (EVERY_VARIABLE.test(text))
      signs.push({
        kind: 'sends-environment',
        weight: 5,
        start,
        says: 'reads all environment variables and connects to a server',
      })
    if (CREDENTIALS.test(text))
      signs.push({
        kind: 'sends-credentials',
        weight: 5,
        start,
        says: 'reads credential files and connects to a server',
      })
    if (MACHINE.test(text))
      signs.push({
        kind: 'sends-host',
        weight: 3,
        start,
        says: 'reads the machine name and connects to a server',
      })
  }
  if (
    fetcher !== null &&
    /https?:\/\//.test(text) &&
    /set_permissions|\bchmod\b|spawn\(\)|\|\s{0,4}(?:ba)?sh/.test(text)
  )
    signs.push({
      kind: 'runs-download',
      weight: 3,
      start: fetcher.index,
      says: 'downloads a file and runs it during the build',
    })
  return judgeSigns(signs, true)
}
