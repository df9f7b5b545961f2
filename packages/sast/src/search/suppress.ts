import { type Suppression, withoutValues } from '@gatehouse/scan-engine'

/** A suppression comment. */
interface Allowance extends Suppression {
  /** Undefined: every rule. */
  readonly rules: readonly string[] | undefined
  readonly needsReason: boolean
}

const MARK = /(?:nosemgrep|nosem|gatehouse:allow)/

/** The suppressions of a text, by line. */
export class Suppressions {
  readonly #byLine = new Map<number, Allowance[]>()

  constructor(text: string) {
    if (!MARK.test(text)) return
    const lines = text.split('\n')
    for (const [at, line] of lines.entries()) {
      const allowance = readLine(line)
      if (allowance === undefined) continue
      this.#add(at + 1, allowance)
      // A comment alone on its line applies to the next line.
      if (/^\s*(?:\/\/|#|\/\*|\*|<!--|--|;)/.test(line)) this.#add(at + 2, allowance)
    }
  }

  /**
   * Returns the comment that suppresses a finding of a rule on a line; `unexplained`: a comment without reason.
   * @param ids all ids of the rule: a comment may use a former one
   */
  judge(ids: readonly string[], line: number): Suppression | 'unexplained' | undefined {
    const about = (this.#byLine.get(line) ?? []).filter(
      ({ rules }) => rules === undefined || rules.some((named) => ids.some((id) => isSame(named, id))),
    )
    if (about.length === 0) return undefined
    const valid = about.find(({ needsReason, reason }) => !needsReason || reason !== undefined)
    if (valid === undefined) return 'unexplained'
    return { marker: valid.marker, ...(valid.reason !== undefined && { reason: valid.reason }) }
  }

  #add(line: number, allowance: Allowance): void {
    const list = this.#byLine.get(line)
    if (list === undefined) this.#byLine.set(line, [allowance])
    else list.push(allowance)
  }
}

function readLine(line: string): Allowance | undefined {
  const own = /gatehouse:allow[ \t]{1,20}(?:(?:sast|iac|k8s)\/)?([\w.-]{1,200})(.{0,400})/.exec(line)
  if (own !== null) {
    const reason = (own[2] ?? '')
      .replace(/(?:\*\/|-->)\s*$/, '')
      .replace(/^\s*(?:reason=)?/, '')
      .replace(/^["'\s]+|["'\s]+$/g, '')
    return {
      rules: [own[1]!],
      needsReason: true,
      marker: 'gatehouse:allow',
      ...(reason !== '' && { reason: withoutValues(reason) }),
    }
  }
  const common = /\bnosem(?:grep)?\b(?:[ \t]{0,20}:[ \t]{0,20}([\w.,\- \t]{1,400}))?/.exec(line)
  if (common === null) return undefined
  const rules = common[1]
    ?.split(',')
    .map((item) => item.trim().split(/\s/, 1)[0]!)
    .filter((item) => item !== '')
  return { rules: rules?.length === 0 ? undefined : rules, needsReason: false, marker: 'nosemgrep' }
}

/** Elsewhere the id of a rule has the folders of its file before it. */
function isSame(named: string, rule: string): boolean {
  return named === rule || named.endsWith(`.${rule}`)
}
