const fs = require('fs')
const os = require('os')
const path = require('path')
const jwt = require('jsonwebtoken')

// ruleid: javascript-world-writable
fs.chmodSync('data', 0o777)
const mode = 0o666
// todoruleid: javascript-world-writable
fs.chmod('data', mode, done)
// ok: javascript-world-writable
fs.chmodSync('data', 0o600)
// ok: javascript-world-writable
fs.chmodSync('run', 0o755)

// ruleid: javascript-known-temporary-file
fs.writeFileSync('/tmp/app.log', text)
// ruleid: javascript-known-temporary-file
fs.writeFileSync(path.join(os.tmpdir(), 'app.log'), text)
// ok: javascript-known-temporary-file
fs.writeFileSync(path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'app-')), 'log'), text)

// ruleid: javascript-checked-then-used
if (!fs.existsSync(file)) {
  fs.writeFileSync(file, text)
}
// ok: javascript-checked-then-used
fs.writeFileSync(file, text, { flag: 'wx' })

function may(user) {
  // ruleid: javascript-assigned-in-condition
  if (user.admin = true) {
    return true
  }
  // ok: javascript-assigned-in-condition
  if (user.admin === true) {
    return true
  }
  // ruleid: javascript-always-allowed
  if (user.role === 'admin' || 'owner') {
    return true
  }
  // ok: javascript-always-allowed
  if (user.role === 'admin' || user.role === 'owner') {
    return true
  }
  return false
}

// ruleid: javascript-buffer-not-cleared
const old = new Buffer(100)
// ok: javascript-buffer-not-cleared
const zeros = Buffer.alloc(100)
// ruleid: javascript-slow-regex
const slow = /^(a+)+$/.test(text)
// ok: javascript-slow-regex
const fast = /^a+$/.test(text)

function checked(token, key) {
  // ruleid: javascript-check-error-swallowed
  try {
    jwt.verify(token, key, { algorithms: ['RS256'] })
  } catch (error) {}
  // ok: javascript-check-error-swallowed
  try {
    jwt.verify(token, key, { algorithms: ['RS256'] })
  } catch (error) {
    throw new Error('refused', { cause: error })
  }
}
