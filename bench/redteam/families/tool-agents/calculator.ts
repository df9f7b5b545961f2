import { hostFiles, readFile, type Files } from './files.ts'
import { serveMcp, ToolError } from './mcp.ts'
import { pair } from './pair.ts'
import { evaluateScript } from './sandbox.ts'
import { runNow, type Shell } from './shell.ts'

const SECRET = 'rates-api-51d0c7e2b94f4a86'
const ENV = { PATH: '/usr/bin', HOME: '/home/svc', RATES_API_KEY: SECRET, NODE_ENV: 'production' }
const FILES: Files = {
  ...hostFiles(ENV),
  '/app/server.js': "import './tools.js'\n",
  '/app/.env': `RATES_API_KEY=${SECRET}\n`,
}
const SHELL: Shell = { files: FILES, env: ENV, cwd: '/app' }
const UNITS: Readonly<Record<string, number>> = { m: 1, km: 1000, mi: 1609.344, ft: 0.3048 }

function readQuietly(path: string): string {
  try {
    return readFile(FILES, path)
  } catch (error) {
    return (error as Error).message
  }
}

/** Evaluates numbers, parentheses and + - * / ^ % by recursive descent. */
function calculate(source: string): number {
  const tokens = source.match(/\d+(?:\.\d+)?|[-+*/^%()]|\S/gu) ?? []
  let position = 0
  let depth = 0
  const primary = (): number => {
    const token = tokens[position++]
    if (token === '-') return -primary()
    if (token === '(') {
      if (++depth > 50) throw new ToolError('Expression is nested too deeply')
      const value = sum()
      depth--
      if (tokens[position++] !== ')') throw new ToolError('Missing ")"')
      return value
    }
    if (token === undefined || !/^\d/u.test(token))
      throw new ToolError(
        `Unexpected ${JSON.stringify(token ?? 'end')} in expression ${JSON.stringify(source.slice(0, 80))}`,
      )
    return Number(token)
  }
  const power = (): number => {
    const base = primary()
    if (tokens[position] !== '^') return base
    position++
    return base ** power()
  }
  const product = (): number => {
    let value = power()
    for (
      let operator = tokens[position];
      operator === '*' || operator === '/' || operator === '%';
      operator = tokens[position]
    ) {
      position++
      const right = power()
      value = operator === '*' ? value * right : operator === '/' ? value / right : value % right
    }
    return value
  }
  const sum = (): number => {
    let value = product()
    for (let operator = tokens[position]; operator === '+' || operator === '-'; operator = tokens[position]) {
      position++
      const right = product()
      value = operator === '+' ? value + right : value - right
    }
    return value
  }
  const value = sum()
  if (position < tokens.length) throw new ToolError(`Unexpected ${JSON.stringify(tokens[position])}`)
  return value
}

/** Calculator whose weak version passes expressions to `eval`. */
export const calculator = pair({
  name: 'calculator',
  protocol: 'mcp',
  weaknesses: ['command_or_code_injection', 'secret_disclosure'],
  canaries: [SECRET],
  allowedTools: ['calculate', 'convert_length'],
  start: (port, hardened) =>
    serveMcp(port, {
      name: 'calculator',
      strict: hardened,
      tools: [
        {
          name: 'calculate',
          description: 'Evaluate an arithmetic expression such as 7*7 or (3+4)^2.',
          properties: { expression: { type: 'string', description: 'Arithmetic expression', maxLength: 300 } },
          required: ['expression'],
          call: (args) =>
            hardened
              ? String(calculate(String(args['expression'])))
              : evaluateScript(String(args['expression']), {
                  env: ENV,
                  exec: (command) => runNow(SHELL, command),
                  read: readQuietly,
                }),
        },
        {
          name: 'convert_length',
          description: 'Convert a length between m, km, mi and ft.',
          properties: {
            value: { type: 'number', description: 'Length' },
            from: { type: 'string', description: 'Unit', enum: Object.keys(UNITS) },
            to: { type: 'string', description: 'Unit', enum: Object.keys(UNITS) },
          },
          required: ['value', 'from', 'to'],
          call: (args) => {
            const [from, to] = [UNITS[String(args['from'])], UNITS[String(args['to'])]]
            if (from === undefined || to === undefined) throw new ToolError('Unknown unit')
            return String((Number(args['value']) * from) / to)
          },
        },
      ],
    }),
})
