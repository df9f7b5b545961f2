// ruleid: javascript-weak-token
const sessionToken = Math.random().toString(36).slice(2)
let csrf
// ruleid: javascript-weak-token
csrf = 'x' + Math.random()
// ok: javascript-weak-token
const delay = Math.random() * 100
// ok: javascript-weak-token
const resetToken = crypto.randomUUID()
