const text = decodeURIComponent(location.hash.slice(1))
// ruleid: javascript-dom-xss
document.getElementById('title').innerHTML = '<b>' + text + '</b>'
// ok: javascript-dom-xss
document.getElementById('title').textContent = text
// ok: javascript-dom-xss
document.getElementById('title').innerHTML = DOMPurify.sanitize(text)

function show(html) {
  // ruleid: javascript-dom-xss
  document.write(html)
}
show(new URLSearchParams(window.location.search).get('name'))

window.addEventListener('message', (event) => {
  if (event.origin !== 'https://app.example') return
  // ruleid: javascript-dom-xss
  panel.innerHTML = event.data
  // ruleid: javascript-dom-code-injection
  eval(event.data.code)
  // ok: javascript-dom-code-injection
  take(JSON.parse(event.data))
})

const next = new URLSearchParams(location.search).get('next')
// ruleid: javascript-dom-open-redirect
location.href = next
// ok: javascript-dom-open-redirect
location.href = '/search?q=' + encodeURIComponent(next)
// ok: javascript-dom-open-redirect
location.assign('/home')

// ruleid: javascript-postmessage-wildcard-origin
parent.postMessage(state, '*')
// ok: javascript-postmessage-wildcard-origin
parent.postMessage(state, 'https://app.example')

// ruleid: javascript-postmessage-missing-origin-check
window.addEventListener('message', (event) => {
  take(event.data)
})
// ok: javascript-postmessage-missing-origin-check
window.addEventListener('message', (event) => {
  if (event.origin === OWN) take(event.data)
})

// ruleid: javascript-token-in-browser-storage
localStorage.setItem('access_token', answer.token)
// ok: javascript-token-in-browser-storage
localStorage.setItem('theme', 'dark')
// ruleid: javascript-xss-angular
const trusted = sanitizer.bypassSecurityTrustHtml(answer.html)
// ok: javascript-xss-angular
const own = sanitizer.bypassSecurityTrustHtml('<b>ours</b>')
// ruleid: javascript-xss-react
const inner = { __html: answer.body }
// ok: javascript-xss-react
const clean = { __html: DOMPurify.sanitize(answer.body) }

export class Shown {
  constructor(route, sanitizer) {
    // ruleid: javascript-dom-xss, javascript-xss-angular
    this.text = sanitizer.bypassSecurityTrustHtml(route.snapshot.queryParams.text)
    route.queryParams.subscribe((params) => {
      // ruleid: javascript-dom-xss
      document.body.innerHTML = params.text
      // ok: javascript-dom-xss
      document.body.textContent = params.text
    })
  }

  go() {
    // ruleid: javascript-dom-open-redirect
    this.link.setAttribute('href', this.$route.query.next)
    // ruleid: javascript-dom-code-injection
    importScripts(new URLSearchParams(location.search).get('script'))
  }
}
