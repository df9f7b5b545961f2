import { useEffect, useState } from 'react'
import DOMPurify from 'dompurify'

export function Biography({ userId }) {
  const [text, setText] = useState('')

  useEffect(() => {
    fetch(`/api/people/${encodeURIComponent(userId)}/bio`)
      .then((answer) => answer.text())
      .then(setText)
  }, [userId])

  const html = DOMPurify.sanitize(text)
  return (
    <section className="bio">
      <h2>About</h2>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
