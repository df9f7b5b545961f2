import type { Frame } from './frames.ts'
import type { Scope } from './scope.ts'
import { CARRIES, HANDED_ON, HELD } from './taints.ts'
import { calleeOf, type CallEffect, LEAVES, moduleCarries, writesOut } from './words.ts'

/** Something that the source does with values of a kind. */
export interface Flow {
  readonly deed: CallEffect | 'leaves'
  /** Bits of {@link CARRIES}. */
  readonly mask: number
  readonly start: number
  /** Whether the value itself is used, not a text that contains it. */
  readonly isWhole: boolean
}

/** So many character codes spell a word out. */
const SPELLED_MIN = 6
/** Methods that add their arguments to an object. */
const GATHERS = new Set(['push', 'unshift', 'append', 'add', 'extend', 'update', 'set', 'insert'])
/** How Python opens a file to write it. */
const WRITE_MODE = /^["'][wa]b?\+?["']$/
/** Commands that identify the machine. */
const TELLS_MACHINE = /^["'`](?:whoami|hostname|id|ifconfig|ipconfig|systeminfo|uname -a|git config)\b/
/** Units of a formatted text that are looked through. */
const FORMATTED_UNITS_MAX = 2_000

/** Evaluates a call; the taint of its result is left in the mask of its frame. */
export function finishCall(frame: Frame, scope: Scope): Flow | undefined {
  const { callee, object, name, routine, receiver, texts } = frame
  const leaves = LEAVES.has(name) && (receiver & CARRIES.connection) !== 0
  if ((frame.mask & CARRIES.rawEnv) !== 0) {
    const isOut = writesOut(name) || callee?.deed === 'sends' || leaves
    frame.mask = (frame.mask & ~CARRIES.rawEnv) | (isOut ? CARRIES.env : 0)
  }
  const deed: Flow['deed'] | undefined = callee?.deed ?? (leaves ? 'leaves' : undefined)
  const start = Math.max(0, frame.start - name.length)
  const flow =
    deed === undefined || frame.mask === 0
      ? undefined
      : {
          deed,
          mask: frame.mask,
          start,
          isWhole: texts.length === 0 && !frame.joins && (deed !== 'defers' || frame.names.length === 1),
        }
  rememberPaths(frame, scope)
  if (name === 'require' || name === '__import__') for (const text of texts) frame.mask |= moduleCarries(text)
  if (deed === 'commands' && texts.some((text) => TELLS_MACHINE.test(text))) frame.mask |= CARRIES.host
  if (name === 'map' && frame.names.includes('chr')) frame.mask |= CARRIES.decoded
  if (name === 'fromCharCode' && (frame.numbers >= SPELLED_MIN || frame.turns)) frame.mask |= CARRIES.decoded
  if (GATHERS.has(name)) scope.taints.add(object, frame.mask & HANDED_ON, scope.tokens)
  frame.mask |= scope.hand(routine, frame.mask)
  if (callee === undefined) return flow
  if (((callee.gives ?? 0) & CARRIES.remote) !== 0 && !scope.asksNetwork) {
    scope.asksNetwork = true
    scope.isUnsettled = true
  }
  const { withText } = callee
  const isMeant = withText !== undefined && texts.some((text) => withText.texts.has(text.slice(1, -1).toLowerCase()))
  frame.mask &= ~((callee.drops ?? 0) | (isMeant ? (withText.drops ?? 0) : 0))
  frame.mask |= (callee.gives ?? 0) | (isMeant ? withText.gives : 0)
  return flow
}

/** Records the paths of files that are written with network data. */
function rememberPaths({ name, callee, mask, names, texts }: Frame, scope: Scope): void {
  const isOpened = name === 'createWriteStream' || (name === 'open' && texts.some((text) => WRITE_MODE.test(text)))
  const isDropped = name === 'urlretrieve' || (callee?.deed === 'writes' && (mask & CARRIES.remote) !== 0)
  if (!isDropped && !(isOpened && scope.asksNetwork)) return
  for (const path of [...names, ...texts]) scope.taints.add(path, CARRIES.dropped, scope.tokens)
}

/** Returns the taint of the names in a Python f-string. */
export function formattedCarries(word: string, { taints, tokens }: Scope): number {
  let mask = 0
  for (const [, path = ''] of word.slice(0, FORMATTED_UNITS_MAX).matchAll(/\{\s{0,8}([\w.]{1,80})/g)) {
    const [first = '', ...rest] = path.split('.')
    mask |= taints.of(first, tokens) & ~HELD
    if (path === 'os.environ') mask |= CARRIES.env
    const last = rest.at(-1)
    if (last !== undefined) mask |= calleeOf('python', rest.at(-2) ?? first, last)?.gives ?? 0
  }
  return (mask & CARRIES.host) === 0 ? mask : mask | CARRIES.encoded
}
