const { exec, execFile: file } = require('child_process')
const cp = require('node:child_process')
const LIST = 'ls -l'

function work(name) {
  // ruleid: javascript-command-injection-string-concatenation
  exec(`tar -xf ${name}`)
  // ruleid: javascript-command-injection-string-concatenation
  cp.execSync('rm ' + name, { cwd: '/' })
  // ok: javascript-command-injection-string-concatenation
  file('tar', ['-xf', name])
  // ok: javascript-command-injection-string-concatenation
  exec('ls -l')
  // ok: javascript-command-injection-string-concatenation
  cp.exec(LIST, done)
  // ok: javascript-command-injection-string-concatenation
  pattern.exec(name)
}
