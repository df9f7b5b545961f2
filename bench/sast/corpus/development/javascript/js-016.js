const list = document.querySelector('#messages')

function showMessage(author, text) {
  const item = document.createElement('li')
  const name = document.createElement('strong')
  name.textContent = author
  const body = document.createElement('span')
  body.textContent = text
  item.append(name, body)
  list.append(item)
}

window.addEventListener('DOMContentLoaded', () => {
  const params = new URLSearchParams(window.location.search)
  if (params.has('preview')) {
    showMessage('You', params.get('preview'))
  }
})
