const text = decodeURIComponent(location.hash.slice(1))
// ruleid: javascript-page-address-to-html
document.getElementById('title').innerHTML = '<b>' + text + '</b>'
// ok: javascript-page-address-to-html
document.getElementById('title').textContent = text
// ok: javascript-page-address-to-html
document.getElementById('title').innerHTML = DOMPurify.sanitize(text)

function show(html) {
  // ruleid: javascript-page-address-to-html
  document.write(html)
}
show(new URLSearchParams(window.location.search).get('name'))

window.addEventListener('message', (event) => {
  if (event.origin !== 'https://app.example') return
  // ruleid: javascript-page-address-to-html
  panel.innerHTML = event.data
  // ruleid: javascript-page-address-to-code
  eval(event.data.code)
  // ok: javascript-page-address-to-code
  take(JSON.parse(event.data))
})

const next = new URLSearchParams(location.search).get('next')
// ruleid: javascript-page-address-to-navigation
location.href = next
// ok: javascript-page-address-to-navigation
location.href = '/search?q=' + encodeURIComponent(next)
// ok: javascript-page-address-to-navigation
location.assign('/home')

// ruleid: javascript-message-to-anyone
parent.postMessage(state, '*')
// ok: javascript-message-to-anyone
parent.postMessage(state, 'https://app.example')

// ruleid: javascript-message-from-anyone
window.addEventListener('message', (event) => {
  take(event.data)
})
// ok: javascript-message-from-anyone
window.addEventListener('message', (event) => {
  if (event.origin === OWN) take(event.data)
})

// ruleid: javascript-token-in-storage
localStorage.setItem('access_token', answer.token)
// ok: javascript-token-in-storage
localStorage.setItem('theme', 'dark')
// ruleid: javascript-angular-trust
const trusted = sanitizer.bypassSecurityTrustHtml(answer.html)
// ok: javascript-angular-trust
const own = sanitizer.bypassSecurityTrustHtml('<b>ours</b>')
// ruleid: javascript-react-html
const inner = { __html: answer.body }
// ok: javascript-react-html
const clean = { __html: DOMPurify.sanitize(answer.body) }

export class Shown {
  constructor(route, sanitizer) {
    // ruleid: javascript-page-address-to-html, javascript-angular-trust
    this.text = sanitizer.bypassSecurityTrustHtml(route.snapshot.queryParams.text)
    route.queryParams.subscribe((params) => {
      // ruleid: javascript-page-address-to-html
      document.body.innerHTML = params.text
      // ok: javascript-page-address-to-html
      document.body.textContent = params.text
    })
  }

  go() {
    // ruleid: javascript-page-address-to-navigation
    this.link.setAttribute('href', this.$route.query.next)
    // ruleid: javascript-page-address-to-code
    importScripts(new URLSearchParams(location.search).get('script'))
  }
}
