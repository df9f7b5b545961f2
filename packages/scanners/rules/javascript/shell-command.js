const { exec, execFile: file } = require('child_process')
const cp = require('node:child_process')
const LIST = 'ls -l'

function work(name) {
  // ruleid: javascript-shell-command
  exec(`tar -xf ${name}`)
  // ruleid: javascript-shell-command
  cp.execSync('rm ' + name, { cwd: '/' })
  // ok: javascript-shell-command
  file('tar', ['-xf', name])
  // ok: javascript-shell-command
  exec('ls -l')
  // ok: javascript-shell-command
  cp.exec(LIST, done)
  // ok: javascript-shell-command
  pattern.exec(name)
}
