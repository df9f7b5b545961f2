import { MORE_PROGRAMS } from './check-programs-more.ts'

/** Programs of two files: the checks, and their callers. */
export const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  JavaScript: {
    'lib/checks.js': `const LIST = new Set(['a', 'b'])
export function isAllowed(x) { return LIST.has(x) }
export function isPlain(x) { return /^[a-z]+$/.test(x) }
export function isLong(x) { return x.length > 3 }
export function isAlways(x) { LIST.has(x); return true }
export function isBad(x) { return !LIST.has(x) }
export function assertAllowed(x) { if (!LIST.has(x)) throw new Error('no') }
export function assertLogged(x) { if (!LIST.has(x)) log(x) }
export async function isAllowedLater(x) { return LIST.has(x) }
export function isIn(x, allowed) { return allowed.includes(x) }
export function isSecond(y, x) { return LIST.has(x) }
export function isOkBy(x) { return isPlain(x) }
export const checkPlain = (x) => { if (!isPlain(x)) throw new Error('no') }
export const cleaned = (x) => x.replace(/[^a-z]/g, '')
export const cleanedOnce = (x) => x.replace(/[^a-z]/, '')
export function picked(x) { return LIST.has(x) ? x : 'a' }
export class Guard {
  isOk(x) { return LIST.has(x) }
  isAnything(x) { return Boolean(x) }
  static isGood(x) { return LIST.has(x) }
}
`,
    'app.js': `import { isAllowed, isPlain, isLong, isAlways, isBad, assertAllowed, assertLogged, isAllowedLater, isIn, isSecond, isOkBy, checkPlain, cleaned, cleanedOnce, picked, Guard } from './lib/checks.js'
function a() { const x = source(); if (!isAllowed(x)) return; sink(x) }
function b() { const x = source(); if (!isPlain(x)) throw new Error('no'); sink(x) }
function c() { const x = source(); if (!isLong(x)) return
  sink(x) // found
}
function d() { const x = source(); if (!isAlways(x)) return
  sink(x) // found
}
function e() { const x = source(); if (!isBad(x)) return
  sink(x) // found
}
function f() { const x = source(); if (isBad(x)) return; sink(x) }
function g() { const x = source(); assertAllowed(x); sink(x) }
function h() { const x = source(); assertLogged(x)
  sink(x) // found
}
async function i() { const x = source(); if (!isAllowedLater(x)) return
  sink(x) // found
}
async function j() { const x = source(); if (!(await isAllowedLater(x))) return; sink(x) }
function k() { const x = source(); if (!isIn(x, source())) return
  sink(x) // found
}
function l() { const x = source(); if (!isSecond(x, 'a')) return
  sink(x) // found
}
function m() { const x = source(); if (!isSecond('a', x)) return; sink(x) }
function n() { const x = source(); if (!isOkBy(x)) return; sink(x) }
function o() { const x = source(); checkPlain(x); sink(x) }
function p() { const x = source(); sink(cleaned(x)) }
function q() { const x = source()
  sink(cleanedOnce(x)) // found
}
function r() { const x = source(); sink(picked(x)) }
function s() { const x = source(); if (!new Guard().isOk(x)) return; sink(x) }
function t() { const x = source(); if (!new Guard().isAnything(x)) return
  sink(x) // found
}
function u() { const x = source(); if (!Guard.isGood(x)) return; sink(x) }
function v() { const x = source(); const y = source(); if (!isAllowed(y)) return
  sink(x) // found
}
function w() { let x = source(); if (!isAllowed(x)) return; x = source()
  sink(x) // found
}
function y() { const x = source(); if (!isPlain(x)) return
  sink(atob(x)) // found
}
function z() { const x = source(); isAllowed(x)
  sink(x) // found
}
function aa() { const x = source(); try { assertAllowed(x) } catch { log(x) }
  sink(x) // found
}
function ab() { const x = source(); if (x.length > 3 || isAllowed(x)) {
  sink(x) // found
} }
`,
  },
  TypeScript: {
    'lib/checks.ts': `const LIST = ['a', 'b'] as const
export type Name = (typeof LIST)[number]
export function isName(x: string): x is Name { return (LIST as readonly string[]).includes(x) }
export function isText(x: unknown): x is Name { return typeof x === 'string' }
export function assertName(x: string): asserts x is Name { if (!isName(x)) throw new TypeError('no') }
export class Policy {
  private readonly names = new Set(['a'])
  isAllowed(x: string): boolean { return this.names.has(x) }
  isAny(x: string): boolean { return x !== '' }
}
`,
    'app.ts': `import { isName, isText, assertName, Policy } from './lib/checks.ts'
function a() { const x = source() as string; if (!isName(x)) return; sink(x) }
function b() { const x = source() as string; if (!isText(x)) return
  sink(x) // found
}
function c() { const x = source() as string; assertName(x); sink(x) }
class Service {
  constructor(private readonly policy: Policy) {}
  run() { const x = source() as string; if (!this.policy.isAllowed(x)) return; sink(x) }
  runAny() { const x = source() as string; if (!this.policy.isAny(x)) return
    sink(x) // found
  }
}
`,
  },
  Python: {
    'checks.py': `import re
ALLOWED = {"a", "b"}
def is_allowed(x):
    return x in ALLOWED
def is_text(x):
    return isinstance(x, str)
def ensure_allowed(x):
    if x not in ALLOWED:
        raise ValueError(x)
def ensure_nothing(x):
    if x not in ALLOWED:
        print(x)
def sanitize(x):
    return re.sub(r"[^a-z]", "", x)
def sanitize_quotes(x):
    return x.replace("a", "b")
async def is_allowed_later(x):
    return x in ALLOWED
class Policy:
    def is_ok(self, x):
        return re.fullmatch(r"[a-z]+", x) is not None
    def is_some(self, x):
        return re.match(r"[a-z]+", x) is not None
`,
    'app.py': `from checks import is_allowed, is_text, ensure_allowed, ensure_nothing, sanitize, sanitize_quotes, is_allowed_later, Policy
import checks
def a():
    x = source()
    if not is_allowed(x):
        return
    sink(x)
def b():
    x = source()
    if not is_text(x):
        return
    sink(x) # found
def c():
    x = source()
    ensure_allowed(x)
    sink(x)
def d():
    x = source()
    ensure_nothing(x)
    sink(x) # found
def e():
    sink(sanitize(source()))
    sink(sanitize_quotes(source())) # found
def f():
    x = source()
    if not checks.is_allowed(x):
        return
    sink(x)
def g():
    x = source()
    if not is_allowed_later(x):
        return
    sink(x) # found
def h():
    x = source()
    policy = Policy()
    if not policy.is_ok(x):
        return
    sink(x)
def i():
    x = source()
    policy = Policy()
    if not policy.is_some(x):
        return
    sink(x) # found
def j():
    x = source()
    if is_allowed(x):
        return
    sink(x) # found
def k():
    x = source()
    y = source()
    ensure_allowed(x=y)
    sink(x) # found
    sink(y)
`,
  },
  ...MORE_PROGRAMS,
}
